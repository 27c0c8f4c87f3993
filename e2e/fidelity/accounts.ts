// The users of the comparison, the same on both sides.
import { rm } from 'node:fs/promises'
import { type UnixUser, unixUser } from '@sshore/testkit'

const shells = { device: '/bin/bash', dash: '/bin/dash', tcsh: '/bin/tcsh', zsh: '/bin/zsh', homeless: '/bin/bash' }

export interface FidelityAccounts extends AsyncDisposable {
  /** Host in the clients' configuration → login name. */
  readonly logins: Readonly<Record<string, string>>
}

export async function createAccounts(): Promise<FidelityAccounts> {
  await using undo = new AsyncDisposableStack()
  const users: Record<string, UnixUser> = {}
  // One after the other: they share the lock of the user database.
  for (const [host, shell] of Object.entries(shells)) users[host] = undo.use(await unixUser({ shell }))
  const closed = undo.use(await unixUser({ shell: '/usr/sbin/nologin' }))
  if (users['homeless']) await rm(users['homeless'].home, { recursive: true })
  const resources = undo.move()
  const logins = Object.fromEntries(Object.entries(users).map(([host, user]) => [host, user.name]))
  return {
    logins: { ...logins, root: 'root', nologin: closed.name },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
