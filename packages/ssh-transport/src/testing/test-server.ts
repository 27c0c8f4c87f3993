// A listening transport for tests, which notes what happens and answers nothing above it.
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { PacketPool } from '../packet-pool.ts'
import { defaultRekeyLimits, type RekeyLimits, type TransportClock } from '../rekeying.ts'
import { Transport, type WorkShare } from '../transport.ts'
import { Writer } from '../wire.ts'

export interface Served {
  readonly transport: Transport
  readonly socket: Socket
  readonly payloads: Buffer[]
  readonly established: string[]
  readonly faults: unknown[]
  readonly ends: string[]
}

export interface TestServer extends AsyncDisposable {
  readonly port: number
  readonly served: Served[]
}

/** Whoever takes this message in throws. */
export const faulty = Buffer.of(99, 9)

const realClock: TransportClock = {
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

const unshared = (): WorkShare => ({ spent: false, spend: () => undefined, goOn: () => undefined })

export async function startTestServer(
  rekey: Partial<RekeyLimits> = {},
  clock: TransportClock = realClock,
  shareTurns: (socket: Socket) => WorkShare = unshared,
): Promise<TestServer> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const blob = new Writer().text('ssh-ed25519').bytes(raw).finish()
  const signer = {
    algorithm: 'ssh-ed25519',
    blob,
    sign: (contents: Buffer) =>
      new Writer()
        .text('ssh-ed25519')
        .bytes(sign(null, contents, privateKey))
        .finish(),
  }
  const packets = new PacketPool()
  const served: Served[] = []
  const server = createServer((socket) => {
    const notes = {
      payloads: [] as Buffer[],
      established: [] as string[],
      faults: [] as unknown[],
      ends: [] as string[],
    }
    const transport = new Transport(
      socket,
      {
        hostKeys: [signer],
        software: 'Test',
        userSignatureAlgorithms: ['ssh-ed25519'],
        packets,
        clock,
        rekey: { ...defaultRekeyLimits, ...rekey },
        shareTurns,
      },
      {
        onIdentified: () => undefined,
        onEstablished: (algorithms) => notes.established.push(algorithms),
        onPayload: (payload) => {
          if (payload.equals(faulty)) throw new Error('a fault of ours')
          notes.payloads.push(Buffer.from(payload))
        },
        onDrain: () => undefined,
        onFault: (error) => notes.faults.push(error),
        onClose: (reason) => notes.ends.push(reason),
      },
    )
    served.push({ transport, socket, ...notes })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    served,
    async [Symbol.asyncDispose]() {
      for (const { socket } of served) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Waits until `condition` holds. */
export async function until(condition: () => boolean, what: string, seconds = 8): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`gave up waiting until ${what}`)
    // Polling is what waiting for the other end of a socket comes down to.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
