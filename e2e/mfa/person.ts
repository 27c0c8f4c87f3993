// Somebody with an authenticator: Debian's oathtool, which knows nothing of our code.
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, type Client } from '@sshore/client'
import { type Ran, run, type SeededUser, type Stack } from '@sshore/testkit'

export interface Enrolled extends SeededUser {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** What the authenticator shows `seconds` from now. */
export async function shownCode(secret: string, seconds = 0): Promise<string> {
  const at = new Date(Date.now() + seconds * 1000).toISOString().replace('T', ' ').slice(0, 19)
  const ran = await run('oathtool', ['--totp', '--base32', '--now', `${at} UTC`, secret])
  return ran.stdout.trim()
}

/** Switches the second factor on with the code of the step before, so that the present one and the next are still good. */
export async function enroll(user: SeededUser): Promise<Enrolled> {
  const { client, username } = user
  await client.updateUser({ body: { recovery_email: `${username}@recovery.example.org` } })
  const { body } = await client.generateMfa()
  const code = await shownCode(body.secret, -30)
  await client.enableMfa({ body: { code, secret: body.secret, recovery_codes: [...body.recovery_codes] } })
  return { ...user, secret: body.secret, recoveryCodes: body.recovery_codes }
}

/** The token of the second step of a login. */
export async function beginLogin(anonymous: Client, { username, password }: SeededUser): Promise<string> {
  const refused: unknown = await anonymous.login({ body: { username, password } }).catch((error: unknown) => error)
  return (refused instanceof ApiError && refused.reply?.header('x-mfa-token')) || ''
}

export interface Answers {
  readonly name?: string
  readonly code?: string
  /** Of the account on the device. */
  readonly password?: string
}

/** A program that types what a person would, by what it is asked, and writes down what that was. */
async function typist(stack: Stack): Promise<string> {
  const path = join(stack.folder, 'typist')
  const script = [
    '#!/bin/sh',
    'printf "%s\\n" "$1" >>"$TEST_ASKED"',
    'case "$1" in',
    '  *"user name at Sshore"*) printf "%s\\n" "$TEST_NAME" ;;',
    '  *"One-time code"*) printf "%s\\n" "$TEST_CODE" ;;',
    '  *) printf "%s\\n" "$TEST_PASSWORD" ;;',
    'esac',
  ]
  await writeFile(path, `${script.join('\n')}\n`)
  await chmod(path, 0o755)
  return path
}

export interface Asked {
  readonly ran: Ran
  /** The questions that were put to the person, in order. */
  readonly questions: readonly string[]
}

/** Runs the real ssh (or scp) as somebody who answers what they are asked. */
export async function asking(
  stack: Stack,
  program: 'ssh' | 'scp',
  words: readonly string[],
  { name = '', code = '', password = '' }: Answers,
): Promise<Asked> {
  const asked = join(stack.folder, `asked-${crypto.randomUUID()}`)
  await writeFile(asked, '')
  const typed = { TEST_NAME: name, TEST_CODE: code, TEST_PASSWORD: password, TEST_ASKED: asked }
  const environment = { ...process.env, SSH_ASKPASS: await typist(stack), SSH_ASKPASS_REQUIRE: 'force', ...typed }
  const options = [
    ...['-F', 'none', '-o', 'IdentityAgent=none', '-o', 'IdentitiesOnly=yes', '-o', 'StrictHostKeyChecking=yes'],
    ...['-o', `UserKnownHostsFile=${stack.knownHosts}`, '-o', 'NumberOfPasswordPrompts=1', '-o', 'ConnectTimeout=20'],
    ...['-o', `Port=${stack.sshPort}`],
  ]
  const ran = await run(program, [...options, ...words], { environment })
  const { stdout } = await run('cat', [asked])
  return { ran, questions: stdout.split('\n').filter((line) => line !== '') }
}
