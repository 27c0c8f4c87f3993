// Users of this machine, made for a test and removed after it. Needs root.
import { run } from './run.ts'

export const isRoot = process.getuid?.() === 0

export interface UnixUser extends AsyncDisposable {
  readonly name: string
  readonly uid: number
  readonly gid: number
  readonly home: string
  readonly password: string
}

async function check(program: string, argv: readonly string[], stdin?: string): Promise<string> {
  const ran = await run(program, argv, stdin === undefined ? {} : { stdin })
  if (ran.code !== 0) throw new Error(`${program} failed: ${ran.stderr}`)
  return ran.stdout
}

async function remove(name: string): Promise<void> {
  // What still runs as the user keeps userdel from working.
  await run('pkill', ['-KILL', '-u', name])
  await run('userdel', ['--remove', '--force', name])
}

/** A user with a home, a password, and /bin/bash unless another shell is given. */
export async function unixUser(
  options: { readonly shell?: string; readonly password?: string } = {},
): Promise<UnixUser> {
  const { shell = '/bin/bash', password = `pw-${crypto.randomUUID()}` } = options
  const name = `sst${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`
  await check('useradd', ['--create-home', '--shell', shell, name])
  try {
    await check('chpasswd', [], `${name}:${password}\n`)
    const [, , uid, gid, , home] = (await check('getent', ['passwd', name])).trim().split(':')
    return {
      name,
      uid: Number(uid),
      gid: Number(gid),
      home: home ?? '',
      password,
      [Symbol.asyncDispose]: () => remove(name),
    }
  } catch (error) {
    await remove(name)
    throw error
  }
}
