// A network of its own for a device, in which the kernel drops packets at random: what no proxy can do to TCP.
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { run } from './run.ts'
import { until } from './until.ts'

export interface LossyNetwork extends AsyncDisposable {
  /** This machine, as programs in the network reach it. */
  readonly hostAddress: string
  /** Words that run a program in the network. */
  readonly under: readonly string[]
  /** Drops this share of the packets, in each direction. */
  lose(share: number): Promise<void>
  /** Packets dropped so far. */
  dropped(): Promise<number>
}

const directions = ['INPUT', 'OUTPUT'] as const

async function command(...words: readonly string[]): Promise<string> {
  const [program = '', ...argv] = words
  const ran = await run(program, argv)
  if (ran.code !== 0) throw new Error(`${words.join(' ')} failed: ${ran.stderr}`)
  return ran.stdout
}

/** Fails where a firewall or a sandbox keeps the network from this machine, which no other command tells. */
async function reaches(under: readonly string[], host: string): Promise<void> {
  const server = createServer((socket) => socket.end())
  server.listen(0, host)
  await once(server, 'listening')
  try {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The probe has no port')
    const connect = `exec 3<>/dev/tcp/${host}/${address.port}`
    await until('the network reaches this machine', () => command(...under, 'timeout', '2', 'bash', '-c', connect))
  } finally {
    server.close()
  }
}

/** Needs root, network namespaces, veth and iptables; fails where one of them is missing. */
export async function lossyNetwork(): Promise<LossyNetwork> {
  await using undo = new AsyncDisposableStack()
  const mark = randomBytes(4).toString('hex')
  const [space, outside, inside] = [`sshore-${mark}`, `ss${mark}o`, `ss${mark}i`]
  // 198.18.0.0/15 is for tests of networks (RFC 2544), so that nobody's own network is hidden.
  const net = `198.18.${randomInt(256)}`
  const under = ['ip', 'netns', 'exec', space]
  await command('ip', 'netns', 'add', space)
  // The pair of interfaces goes with the namespace.
  undo.defer(() => command('ip', 'netns', 'delete', space).then(() => undefined))
  await command('ip', 'link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', space)
  await command('ip', 'address', 'add', `${net}.1/30`, 'dev', outside)
  await command('ip', 'link', 'set', outside, 'up')
  await command(...under, 'ip', 'address', 'add', `${net}.2/30`, 'dev', inside)
  for (const device of ['lo', inside]) await command(...under, 'ip', 'link', 'set', device, 'up')
  await reaches(under, `${net}.1`)
  const resources = undo.move()
  return {
    hostAddress: `${net}.1`,
    under,
    async lose(share) {
      const statistic = ['-m', 'statistic', '--mode', 'random', '--probability', String(share)]
      for (const direction of directions) {
        await command(...under, 'iptables', '-F', direction)
        if (share > 0) await command(...under, 'iptables', '-A', direction, ...statistic, '-j', 'DROP')
      }
    },
    async dropped() {
      let packets = 0
      for (const direction of directions) {
        const rules = await command(...under, 'iptables', '-n', '-v', '-x', '-L', direction)
        for (const [, count] of rules.matchAll(/^\s*(\d+)\s+\d+\s+DROP/gm)) packets += Number(count)
      }
      return packets
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
