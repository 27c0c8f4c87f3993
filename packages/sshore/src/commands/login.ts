import { ApiError, type Client } from '@sshore/client'
import type { UserAuth } from '@sshore/contract'
import type { Command } from 'commander'
import { loginFile, readLogins, writeLogins } from '../reach/login-file.ts'
import { anonymously, isInTheClear, serverAddress, withToken } from '../reach/remote.ts'
import type { Surroundings } from '../surroundings.ts'
import { existingPassword } from '../terminal/answers.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { examples, invocationOf, leaf } from './command.ts'

interface LoginOptions {
  readonly username?: string
  readonly passwordStdin?: true
  readonly code?: string
}

/** A code is good once and for a minute, so it may stand among the arguments. */
async function codeOf(surroundings: Surroundings, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  if (surroundings.stdin.isTTY) return (await existingPassword(surroundings, false, 'One-time code: ')).trim()
  const message = 'This account has a second factor: give its one-time code with --code.'
  throw new CommandFailure(exitCodes.usage, 'mfa_needed', message)
}

/** With the password, and with a one-time code where the account has a second factor. */
async function signIn(
  client: Client,
  body: { readonly username: string; readonly password: string },
  code: () => Promise<string>,
): Promise<UserAuth> {
  try {
    return (await client.login({ body })).body
  } catch (error) {
    const token = error instanceof ApiError && error.code === 'mfa_needed' && error.reply?.header('x-mfa-token')
    if (!token) throw error
    return (await client.authenticateMfa({ body: { token, code: await code() } })).body
  }
}

function addLogin(program: Command, surroundings: Surroundings): void {
  const command = leaf(program, 'login <url>', 'Sign in to a server elsewhere, for the commands that take --server')
  command
    .option('--username <name>', 'user name or e-mail address (default: your login name here)')
    .option('--password-stdin', 'read the password from standard input')
    .option('--code <code>', 'one-time code of your second factor (default: asked for, where there is one)')
    .addHelpText(
      'after',
      examples(
        'sshore login https://sshore.example.com --username ada',
        'pass show sshore | sshore login https://sshore.example.com --username ada --password-stdin',
        'sshore login https://sshore.example.com --username ada --code 123456',
      ),
    )
    .action(async (address: string, options: LoginOptions) => {
      const { output } = invocationOf(surroundings, command)
      const { environment } = surroundings
      const url = serverAddress(address)
      if (isInTheClear(url)) output.note(`${url} is not encrypted: the password can be read on its way.`)
      const username = options.username ?? surroundings.user.username
      const password = await existingPassword(surroundings, options.passwordStdin === true)
      const user = await signIn(anonymously(url), { username, password }, () => codeOf(surroundings, options.code))
      const logins = await readLogins(environment)
      const servers = { ...logins.servers, [url]: { username: user.user, token: user.token } }
      await writeLogins(environment, { current: url, servers })
      output.result(
        { server: url, username: user.user, file: loginFile(environment) },
        () => `Signed in as ${user.user}.\n`,
      )
    })
}

function addLogout(program: Command, surroundings: Surroundings): void {
  const command = leaf(program, 'logout [url]', 'Forget the login at a server')
  command
    .option('--everywhere', 'end every login of the user, on other machines and in browsers too')
    .addHelpText('after', examples('sshore logout', 'sshore logout https://sshore.example.com --everywhere'))
    .action(async (address: string | undefined, options: { everywhere?: true }) => {
      const { output } = invocationOf(surroundings, command)
      const logins = await readLogins(surroundings.environment)
      const url = address === undefined ? logins.current : serverAddress(address)
      const login = url === undefined ? undefined : logins.servers[url]
      if (url === undefined || login === undefined) {
        throw new CommandFailure(exitCodes.notFound, 'not_signed_in', `Nobody is signed in to ${url ?? 'any server'}.`)
      }
      if (options.everywhere) await withToken(url, login.token, 'The login has ended already.').logout()
      const servers = Object.fromEntries(Object.entries(logins.servers).filter(([each]) => each !== url))
      const current = logins.current === url ? Object.keys(servers)[0] : logins.current
      await writeLogins(surroundings.environment, { current, servers })
      output.result({ server: url }, () => `Signed out of ${url}.\n`)
    })
}

export function addLoginCommands(program: Command, surroundings: Surroundings): void {
  addLogin(program, surroundings)
  addLogout(program, surroundings)
}
