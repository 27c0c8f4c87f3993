// A device of a site: a real agent that the owner has accepted, and that answers.
import { join } from 'node:path'
import { type Background, ssh, type SshTarget, startAgentProcess, until } from '@sshore/testkit'
import type { Site } from './server-process.ts'

export interface SiteDevice extends AsyncDisposable {
  readonly agent: Background
  readonly target: SshTarget
}

/** Its owner's login as root. */
export const targetOf = (site: Site, hostname: string): SshTarget => ({
  port: site.ports.ssh,
  knownHosts: site.knownHosts,
  user: `root@${site.namespace}.${hostname}`,
  keys: [site.key],
})

export async function addDevice(site: Site, hostname: string): Promise<SiteDevice> {
  await using undo = new AsyncDisposableStack()
  const dataDir = join(site.folder, hostname)
  const agent = undo.use(await startAgentProcess({ server: site.url, tenantId: site.tenantId, dataDir, hostname }))
  const device = await until(`${hostname} registers`, async () => {
    const { body } = await site.client.listDevices({ query: { status: 'pending' } })
    return body.find(({ name }) => name === hostname)
  })
  await site.client.setDeviceStatus({ params: { uid: device.uid, status: 'accept' } })
  const target = targetOf(site, hostname)
  await until(`${hostname} answers`, async () => (await ssh(target, ['true'])).code === 0)
  const resources = undo.move()
  return { agent, target, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
