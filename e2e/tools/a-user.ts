// A device and a user on it, with what tools need to reach them by a plain name: an ssh configuration.
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createStack, type Stack, temporaryFolder, type UnixUser, unixUser } from '@sshore/testkit'
import { afterAll, beforeAll } from 'vitest'

export interface AUser {
  readonly stack: Stack
  readonly user: UnixUser
  /** Configuration in which `device` is the device. */
  readonly config: string
  /** Below it lies what a test makes; the user may write there. */
  readonly folder: string
  /** A search path whose ssh, scp and sftp know the configuration. */
  readonly searchPath: string
}

async function make(held: AsyncDisposableStack): Promise<AUser> {
  const { path: folder } = held.use(await temporaryFolder())
  await chmod(folder, 0o777)
  const user = held.use(await unixUser())
  const stack = held.use(await createStack())
  const namespace = await stack.seed.namespace()
  const device = await stack.addDevice(namespace)
  const { user: name, port, knownHosts, keys = [] } = device.target(user.name)
  const config = join(folder, 'ssh_config')
  const lines = [
    ...['Host device', `User ${name}`, 'HostName 127.0.0.1', `Port ${port}`, `UserKnownHostsFile ${knownHosts}`],
    ...['BatchMode yes', 'IdentitiesOnly yes', 'IdentityAgent none', ...keys.map((key) => `IdentityFile ${key}`)],
  ]
  await writeFile(config, `${lines.join('\n')}\n`)
  for (const program of ['ssh', 'scp', 'sftp']) {
    await writeFile(join(folder, program), `#!/bin/sh\nexec /usr/bin/${program} -F ${config} "$@"\n`, { mode: 0o755 })
  }
  return { stack, user, config, folder, searchPath: `${folder}:/usr/sbin:/usr/bin:/sbin:/bin` }
}

/** Call it at the top of a test file; what it returns can be used inside tests. */
export function aUser(): () => AUser {
  let made: AUser | undefined
  const held = new AsyncDisposableStack()
  beforeAll(async () => {
    made = await make(held)
  })
  afterAll(() => held.disposeAsync())
  return () => {
    if (!made) throw new Error('The user is there inside tests only.')
    return made
  }
}
