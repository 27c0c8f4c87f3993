// For tests only: real users of this system, made and removed again.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'

export interface TestUser extends Disposable {
  readonly name: string
  readonly password: string
  readonly uid: number
  readonly home: string
}

export interface TestUserOptions {
  readonly shell?: string
  readonly groups?: readonly string[]
  /** Another user's id, to share it. */
  readonly uid?: number
}

const quiet = { stdio: 'pipe' } as const
/** Another test file may hold the lock of the user database for a moment. */
const attempts = 20

function insist(command: string, words: readonly string[], input = ''): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      execFileSync(command, words, { ...quiet, input })
      return
    } catch (failure) {
      if (attempt === attempts) throw failure
      execFileSync('sleep', ['0.2'])
    }
  }
}

export const isRoot: boolean = process.getuid?.() === 0

export function makeUser(options: TestUserOptions = {}): TestUser {
  const name = `sshore${randomBytes(4).toString('hex')}`
  const password = randomBytes(9).toString('base64url')
  const groups = options.groups?.length ? ['--groups', options.groups.join(',')] : []
  const shared = options.uid === undefined ? [] : ['--non-unique', '--uid', String(options.uid)]
  insist('useradd', ['--create-home', '--shell', options.shell ?? '/bin/bash', ...shared, ...groups, name])
  insist('chpasswd', [], `${name}:${password}\n`)
  const uid = Number(execFileSync('id', ['-u', name], { encoding: 'utf8' }))
  return {
    name,
    password,
    uid,
    home: `/home/${name}`,
    [Symbol.dispose]: () => {
      try {
        execFileSync('pkill', ['-KILL', '-u', name], quiet)
      } catch {
        // It has no processes left, as it should be.
      }
      insist('userdel', ['--remove', name])
    },
  }
}

/** Changes an account's ageing, as chage(1) does. */
export function age(user: TestUser, ...words: readonly string[]): void {
  insist('chage', [...words, user.name])
}
