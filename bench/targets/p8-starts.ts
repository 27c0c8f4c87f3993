// How long it takes until a server answers and a device is there, from nothing.
import { join } from 'node:path'
import { agentCommand } from '@sshore/agent'
import { background, randomMac, startServerProcess, until } from '@sshore/testkit'
import { median } from '../measure/statistics.ts'
import type { SshoreServer } from '../sites/sshore-server.ts'

const finely = { everyMilliseconds: 2 } as const

/** From `fork` to the first answer, on the data of a server that has run before; milliseconds, one for each round. */
export async function serverStarts(dataDir: string, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    await using server = await startServerProcess(dataDir)
    await fetch(`http://127.0.0.1:${server.httpPort}/healthcheck`)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** The compiled agent of a device that is known and accepted, from `fork` until its link to the server stands. */
export async function agentStarts(site: SshoreServer, folder: string, rounds: number): Promise<number[]> {
  const [program = '', ...argv] = await agentCommand('dist/sshore-agent')
  const mac = randomMac()
  const flags = [
    '--server',
    site.url,
    '--tenant',
    site.tenantId,
    '--identity',
    mac,
    '--data-dir',
    join(folder, 'agent'),
  ]
  const start = () => background(program, [...argv, ...flags], { environment: { PATH: '/usr/bin:/bin' } })
  const find = async () => {
    const { body } = await site.owner.listDevices({ query: { status: '', per_page: 100 } })
    return body.find(({ identity }) => identity.mac === mac)
  }
  const first = start()
  const device = await until('the agent registers', find)
  await site.owner.setDeviceStatus({ params: { uid: device.uid, status: 'accept' } })
  await first.says(/connected/)
  await first[Symbol.asyncDispose]()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    await using agent = start()
    await until('the agent is connected', () => /connected/.test(agent.stdout() + agent.stderr()), finely)
    times.push(performance.now() - startedAt)
  }
  // Another agent of this machine would want its name.
  await site.owner.removeDevice({ params: { uid: device.uid } })
  return times
}

export const seconds = (times: readonly number[]): string => (median(times) / 1000).toFixed(2)
