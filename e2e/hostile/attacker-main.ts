// One attacker in a process of its own, so that what others notice is the server's doing:
// `node attacker-main.ts <attack> <seconds> <what it knows, as JSON>`. Says what it sent.
import { createPrivateKey } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { rogueClient, type SshTarget } from '@sshore/testkit'
import { floods } from './attacks.ts'
import { messages, openSession, packet, string, uint32 } from './packets.ts'
import { dialRogue, type RogueIdentity } from './rogue-device.ts'

const [attack = '', seconds = '5', known = '{}'] = process.argv.slice(2)
const endsAt = performance.now() + Number(seconds) * 1000

const clientAttacks: Readonly<Record<string, () => Iterable<Buffer>>> = {
  *'unknown requests'() {
    yield openSession(0)
    for (;;) yield packet(messages.request, uint32(0), string('unknown@example.com'), Buffer.of(1))
  },
  *'unknown global requests'() {
    for (;;) yield packet(messages.globalRequest, string('unknown@example.com'), Buffer.of(1))
  },
  *channels() {
    for (let channel = 0; ; channel += 1) yield openSession(channel)
  },
  *pings() {
    for (;;) yield Buffer.concat([Buffer.of(192), string('01234567')])
  },
}

let said = 0
let connections = 0

async function asClient(packets: Iterable<Buffer>, target: SshTarget): Promise<void> {
  await using client = await rogueClient(target)
  client.client.on('error', () => undefined)
  connections += 1
  let batch = 0
  for (const each of packets) {
    if (!client.open || performance.now() > endsAt) return
    client.send(each)
    said += 1
    if ((batch += 1) % 100 > 0) continue
    await nextTurn()
    while (client.open && client.waitingBytes > 100_000 && performance.now() < endsAt) await pause(1)
  }
}

interface KnownToDevice {
  readonly url: string
  readonly identity: Omit<RogueIdentity, 'key'> & { readonly pem: string }
}

async function asDevice(frames: (stream: number) => Iterable<Buffer>, { url, identity }: KnownToDevice): Promise<void> {
  await using link = await dialRogue({ url }, { ...identity, key: createPrivateKey(identity.pem) })
  connections += 1
  process.stdout.write('linked\n')
  while (link.open && link.streams.length < 2 && performance.now() < endsAt) await pause(5)
  while (link.open && performance.now() < endsAt) {
    for (const message of frames(link.streams[1] ?? 1)) {
      link.send(message)
      said += 1
      await nextTurn()
      while (link.open && link.webSocket.bufferedAmount > 500_000 && performance.now() < endsAt) await pause(1)
      if (!link.open || performance.now() > endsAt) return
    }
  }
}

while (performance.now() < endsAt) {
  const client = clientAttacks[attack]
  if (client) await asClient(client(), JSON.parse(known) as SshTarget).catch(() => pause(50))
  else await asDevice(floods[attack] ?? (() => []), JSON.parse(known) as KnownToDevice)
}
process.stdout.write(`${said} messages over ${connections} connections\n`)
process.exit(0)
