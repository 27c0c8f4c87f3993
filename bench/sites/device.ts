// The compiled agent as it is installed on devices, accepted and online.
import { join } from 'node:path'
import { agentCommand } from '@sshore/agent'
import type { DeviceUid } from '@sshore/contract'
import { background, randomMac, until } from '@sshore/testkit'
import type { SshoreServer } from './sshore-server.ts'

export interface BenchDevice extends AsyncDisposable {
  readonly pid: number
  readonly uid: DeviceUid
  readonly name: string
}

/** `server` is the address the agent dials, when that is not the server's own. */
export async function startDevice(site: SshoreServer, folder: string, server = site.url): Promise<BenchDevice> {
  const [program = '', ...argv] = await agentCommand('dist/sshore-agent')
  const mac = randomMac()
  const stateFolder = join(folder, `agent-${mac.replaceAll(':', '')}`)
  const flags = ['--server', server, '--tenant', site.tenantId, '--identity', mac, '--data-dir', stateFolder]
  const agent = background(program, [...argv, ...flags], { environment: { PATH: '/usr/bin:/bin' } })
  const device = await until('the agent registers', async () => {
    const { body } = await site.owner.listDevices({ query: { status: '', per_page: 100 } })
    return body.find(({ identity }) => identity.mac === mac)
  })
  const params = { uid: device.uid }
  await site.owner.setDeviceStatus({ params: { ...params, status: 'accept' } })
  await until('the device is online', async () => (await site.owner.getDevice({ params })).body.online)
  return {
    pid: agent.pid,
    uid: device.uid,
    name: device.name,
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  }
}
