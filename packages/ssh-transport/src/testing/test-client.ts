// A client that does as it is told, right or wrong: the other half of a key exchange, message by message.
import { createPublicKey, diffieHellman, generateKeyPairSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { directionFor, exchangeHash } from '../key-exchange/keys.ts'
import { numberSecret } from '../key-exchange/method.ts'
import { choose, marker, type Proposal, readProposal, writeProposal } from '../key-exchange/proposal.ts'
import { transportMessage as message } from '../message-numbers.ts'
import { PacketPool } from '../packet-pool.ts'
import { PacketReader } from '../packet-reader.ts'
import { PacketWriter } from '../packet-writer.ts'
import { SocketWriter } from '../socket-writer.ts'
import { Reader, Writer } from '../wire.ts'
import { until } from './test-server.ts'

const direction = { ciphers: ['aes128-gcm@openssh.com'], macs: ['hmac-sha2-256'], compressions: ['none'] }
export const clientProposal: Proposal = {
  keyExchanges: ['curve25519-sha256', marker.extInfoClient, marker.strictClient],
  hostKeys: ['ssh-ed25519'],
  toServer: direction,
  toClient: direction,
  guess: false,
}
const publicKeyPrefix = Buffer.from('302a300506032b656e032100', 'hex')
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex')

export class TestClient implements Disposable {
  readonly socket: Socket
  readonly writer: PacketWriter
  readonly received: Buffer[] = []
  readonly #reader: PacketReader
  readonly #identification = 'SSH-2.0-TestClient'
  #text = Buffer.alloc(0)
  #serverLine: string | undefined
  #sessionId: Buffer | undefined
  closed = false

  private constructor(socket: Socket) {
    this.socket = socket
    this.writer = new PacketWriter(new SocketWriter(socket, new PacketPool(), () => undefined), new PacketPool())
    this.#reader = new PacketReader((payload) => this.received.push(Buffer.from(payload)))
    socket.on('error', () => undefined)
    socket.on('close', () => (this.closed = true))
    socket.on('data', (chunk) => this.#read(chunk))
  }

  static async dial(port: number): Promise<TestClient> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const client = new TestClient(socket)
    socket.write(`${client.#identification}\r\n`)
    return client
  }

  /** Takes the next message of this number; those before it stay. */
  async next(type: number): Promise<Buffer> {
    const find = (): number => this.received.findIndex((payload) => payload[0] === type)
    await until(() => find() >= 0 || this.closed, `message ${type} arrives`)
    const [found] = find() < 0 ? [] : this.received.splice(find(), 1)
    if (!found) throw new Error(`closed before message ${type}`)
    return found
  }

  /** One whole key exchange by X25519; `between` sends what it likes right before our NEWKEYS. */
  async exchangeKeys(proposal: Proposal = clientProposal, between: () => void = () => undefined): Promise<void> {
    const ownPayload = writeProposal(proposal)
    this.writer.sendNow(ownPayload)
    const serverPayload = await this.next(message.keyExchangeInit)
    const { privateKey, publicKey } = generateKeyPairSync('x25519')
    const clientShare = publicKey.export({ format: 'der', type: 'spki' }).subarray(publicKeyPrefix.length)
    this.writer.sendNow(new Writer(message.keyExchangeShare).bytes(clientShare).finish())
    const reply = new Reader(await this.next(message.keyExchangeReply), 1)
    const [hostKeyBlob, serverShare, signature] = [reply.bytes(), reply.bytes(), reply.bytes()]
    const spki = { key: Buffer.concat([publicKeyPrefix, serverShare]), format: 'der', type: 'spki' } as const
    const secret = numberSecret(diffieHellman({ privateKey, publicKey: createPublicKey(spki) }))
    const hash = exchangeHash('sha256', {
      clientIdentification: Buffer.from(this.#identification),
      serverIdentification: Buffer.from(this.#serverLine ?? ''),
      clientProposal: ownPayload,
      serverProposal: serverPayload,
      hostKeyBlob,
      clientShare,
      serverShare,
      secret,
    })
    this.#verify(hostKeyBlob, hash, signature)
    await this.next(message.newKeys)
    const first = this.#sessionId === undefined
    this.#sessionId ??= hash
    const source = { hash: 'sha256', secret, exchangeHash: hash, sessionId: this.#sessionId } as const
    const choice = choose(proposal, readProposal(serverPayload))
    between()
    this.writer.sendNow(Buffer.of(message.newKeys))
    const strict = proposal.keyExchanges.includes(marker.strictClient) || !first
    const out = directionFor(source, 'server', choice.toServer)
    this.writer.changeKeys(out.suite.sealer(out.keys, out.mac), strict)
    const back = directionFor(source, 'client', choice.toClient)
    this.#reader.changeKeys(back.suite.opener(back.keys, back.mac), strict)
    this.#waiting = false
    this.#read(Buffer.alloc(0))
  }

  [Symbol.dispose](): void {
    this.socket.destroy()
  }

  /** True once NEWKEYS came and the keys behind it are not set yet. */
  #waiting = false

  #read(chunk: Buffer): void {
    this.#text = Buffer.concat([this.#text, chunk])
    if (this.#serverLine === undefined) {
      const end = this.#text.indexOf('\r\n')
      if (end < 0) return
      this.#serverLine = this.#text.toString('latin1', 0, end)
      this.#text = this.#text.subarray(end + 2)
    }
    // One byte at a time, so that what follows NEWKEYS is read with its own keys.
    while (this.#text.length > 0 && !this.#waiting) {
      const before = this.received.length
      this.#reader.read(Buffer.from(this.#text.subarray(0, 1)))
      this.#text = this.#text.subarray(1)
      this.#waiting = this.received.length > before && this.received.at(-1)?.[0] === message.newKeys
    }
  }

  #verify(blob: Buffer, hash: Buffer, wrapped: Buffer): void {
    const fields = new Reader(blob)
    fields.text()
    const spki = { key: Buffer.concat([ed25519Prefix, fields.bytes()]), format: 'der', type: 'spki' } as const
    const signature = new Reader(wrapped)
    signature.text()
    if (!verify(null, hash, createPublicKey(spki), signature.bytes())) throw new Error('the host key did not sign')
  }
}
