// The same machine reached in two ways, for all cases of a file.
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createStack, knownHostsLine, newKey, temporaryFolder } from '@sshore/testkit'
import { createAccounts, type FidelityAccounts } from './accounts.ts'
import { startDebianSshd } from './debian-sshd.ts'
import { createSide, type Side } from './side.ts'

export interface Sides extends AsyncDisposable {
  readonly sshd: Side
  readonly sshore: Side
  readonly accounts: FidelityAccounts
}

export async function createSides(): Promise<Sides> {
  await using undo = new AsyncDisposableStack()
  const { path: root } = undo.use(await temporaryFolder())
  // Users look into it, and sshd reads their keys as them.
  await chmod(root, 0o755)
  const accounts = undo.use(await createAccounts())
  const key = await newKey(root)
  await mkdir(join(root, 'server'))
  const sshd = undo.use(await startDebianSshd(join(root, 'server'), key.line))
  const stack = undo.use(await createStack())
  const namespace = await stack.seed.namespace()
  const { device } = await stack.addDevice(namespace)
  await stack.seed.publicKey(namespace, key.line)
  const shared = { root, key: key.path, logins: accounts.logins }
  const sides = {
    sshd: await createSide({
      ...shared,
      name: 'sshd',
      port: sshd.port,
      hostKeys: sshd.hostKeys,
      user: (login) => login,
    }),
    sshore: await createSide({
      ...shared,
      name: 'sshore',
      port: stack.sshPort,
      hostKeys: await knownHostsLine(stack.sshPort),
      user: (login) => `${login}@${namespace.name}.${device.name}`,
    }),
  }
  const resources = undo.move()
  return { ...sides, accounts, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
