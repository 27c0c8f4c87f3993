// An SSH client that logs in like anybody and then says whatever it wants: packets byte by byte as given, encrypted as
// they should be.
import { readFileSync } from 'node:fs'
import { ssh2 } from '@sshore/gateway'
import type { Client } from 'ssh2'
import type { SshTarget } from './openssh.ts'

interface PacketWriter {
  readonly allocStart: number
  finalize(packet: Buffer, force?: boolean): Buffer
}
interface Protocol {
  readonly _packetRW: { readonly write: PacketWriter }
  channelData(channel: number, bytes: Buffer): void
}

export interface RogueClient extends AsyncDisposable {
  readonly open: boolean
  readonly client: Client
  /** Sends one packet with this payload (RFC 4253 section 6), of at least nine bytes. */
  send(payload: Uint8Array): void
  /** Reads nothing from now on. */
  stopReading(): void
  /** Bytes that the server has not taken yet. */
  readonly waitingBytes: number
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>
}

const channelDataHeaderBytes = 9

export async function rogueClient({ port, user, keys = [] }: SshTarget): Promise<RogueClient> {
  const client = new ssh2.Client()
  let open = true
  const closed = new Promise<void>((resolve) => {
    client.once('close', () => {
      open = false
      resolve()
    })
  })
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve)
    client.on('error', reject)
    client.connect({ host: '127.0.0.1', port, username: user, privateKey: readFileSync(keys[0] ?? '') })
  })
  const protocol = Reflect.get(client, '_protocol') as Protocol
  const socket = Reflect.get(client, '_sock') as { readonly writableLength: number; pause(): void }
  const { write } = protocol._packetRW
  return {
    get open() {
      return open
    },
    client,
    closed,
    get waitingBytes() {
      return socket.writableLength
    },
    stopReading: () => socket.pause(),
    send(payload) {
      if (!open) return
      const finalize = write.finalize.bind(write)
      write.finalize = (packet, force) => {
        packet.set(payload, write.allocStart)
        return finalize(packet, force)
      }
      try {
        protocol.channelData(0, Buffer.alloc(payload.length - channelDataHeaderBytes))
      } finally {
        Reflect.deleteProperty(write, 'finalize')
      }
    },
    async [Symbol.asyncDispose]() {
      if (!open) return
      client.destroy()
      await closed
    },
  }
}
