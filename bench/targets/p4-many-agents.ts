// P4: what a server pays for agents that only wait, and how they come back after it was restarted.
import { type ChildProcess, fork } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, fetchTransport } from '@sshore/client'
import { newKey, randomMac, until } from '@sshore/testkit'
import { cpuSeconds } from '../measure/cpu.ts'
import { type Memory, memoryOf } from '../measure/memory.ts'
import { type SshoreServer, startSshoreServer } from '../sites/sshore-server.ts'
import type { AgentIdentity, AgentsReport } from './idle-agents.ts'
import { markdownTable, type Surroundings, type Target } from './target.ts'

const processes = 4
const registrationsAtOnce = 16
/** So long a server is left alone before its memory is looked at. */
const settleSeconds = 15

async function register(server: SshoreServer, count: number): Promise<AgentIdentity[]> {
  const device = createClient(fetchTransport(server.url, fetch))
  const identities: AgentIdentity[] = []
  let started = 0
  const worker = async (): Promise<void> => {
    while (started < count) {
      started += 1
      const { publicKey, privateKey } = generateKeyPairSync('ed25519')
      const { body } = await device.registerDevice({
        body: {
          info: { id: 'debian', pretty_name: 'Debian', version: '0.1.0', arch: 'amd64', platform: 'native' },
          hostname: `device-${randomBytes(6).toString('hex')}`,
          identity: { mac: randomMac() },
          public_key: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
          tenant_id: server.tenantId,
        },
      })
      await server.owner.setDeviceStatus({ params: { uid: body.uid, status: 'accept' } })
      const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
      identities.push({ uid: body.uid, token: body.token, key })
    }
  }
  await Promise.all(Array.from({ length: registrationsAtOnce }, worker))
  return identities
}

interface Agents extends AsyncDisposable {
  connected(): number
}

function startAgents(url: string, identities: readonly AgentIdentity[]): Agents {
  const share = Math.ceil(identities.length / processes)
  const counts: number[] = []
  const children = Array.from({ length: processes }, (_, index): ChildProcess => {
    const child = fork(join(import.meta.dirname, 'idle-agents.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.on('message', (report: AgentsReport) => (counts[index] = report.connected))
    child.send({ url, identities: identities.slice(index * share, (index + 1) * share) })
    return child
  })
  return {
    connected: () => counts.reduce((sum, each) => sum + each, 0),
    async [Symbol.asyncDispose]() {
      await Promise.all(
        children.map(async (child) => {
          const gone = once(child, 'exit')
          child.kill('SIGKILL')
          await gone
        }),
      )
    },
  }
}

async function settledMemory(pid: number): Promise<Memory> {
  await pause(settleSeconds * 1000)
  return memoryOf(pid)
}

async function secondsUntilAll(agents: Agents, count: number): Promise<number> {
  const startedAt = performance.now()
  await until('all agents are linked', () => agents.connected() === count, { seconds: 120 })
  return (performance.now() - startedAt) / 1000
}

async function measure({ quick, folder, progress }: Surroundings) {
  const count = quick ? 1000 : 10_000
  const key = await newKey(folder)
  await using server = await startSshoreServer(folder, key.line)
  const identities = await register(server, count)
  progress(`${count} devices are registered and accepted`)
  // What registering left on the heap is not to be counted.
  await server.restart()
  const empty = await settledMemory(server.pid())
  await using agents = startAgents(server.url, identities)
  const firstSeconds = await secondsUntilAll(agents, count)
  const cpuBefore = cpuSeconds(server.pid())
  const linked = await settledMemory(server.pid())
  const idleCpu = (cpuSeconds(server.pid()) - cpuBefore) / settleSeconds
  progress(`all linked after ${firstSeconds.toFixed(1)} s`)
  await server.restart()
  const returnSeconds = await secondsUntilAll(agents, count)
  const returned = await settledMemory(server.pid())
  const lost = count - agents.connected()
  progress(`all back ${returnSeconds.toFixed(1)} s after the restart`)

  const each = (memory: Memory, part: keyof Memory): number => (memory[part] - empty[part]) / count
  const megabytes = (memory: Memory): string[] =>
    [memory.residentKib, memory.privateDirtyKib].map((kib) => (kib / 1024).toFixed(0))
  const perAgent = (memory: Memory): string[] =>
    (['residentKib', 'privateDirtyKib'] as const).map((part) => each(memory, part).toFixed(1))
  return {
    figures: { count, empty, linked, returned, firstSeconds, returnSeconds, lost, idleCpuShare: idleCpu },
    lines: [
      `${count} agents in ${processes} processes that speak the real protocol, started at once; memory ${settleSeconds} s later.`,
      '',
      ...markdownTable(
        [
          'server',
          'RSS MiB',
          'private dirty MiB',
          'RSS KiB an agent',
          '**private dirty KiB an agent**',
          'all linked after s',
        ],
        [
          ['started, nobody linked', ...megabytes(empty), '', '', ''],
          ['all linked', ...megabytes(linked), ...perAgent(linked), firstSeconds.toFixed(1)],
          ['restarted, all back', ...megabytes(returned), ...perAgent(returned), returnSeconds.toFixed(1)],
        ],
      ),
      '',
      `Lost: ${lost}. While they only wait, the server uses ${(idleCpu * 100).toFixed(1)} % of a core. After the restart the`,
      'time counts from the moment the server is ready again.',
    ],
  }
}

export const manyAgents: Target = {
  id: 'P4',
  title: 'Idle agents: at most 60 KiB of the server each; 10,000 back within 60 s of a restart',
  measure,
}
