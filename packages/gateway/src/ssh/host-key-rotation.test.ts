import { generateKeyPairSync, sign, verify } from 'node:crypto'
import type { Transport } from '@sshore/ssh-transport'
import { expect, it } from 'vitest'
import type { HostKey } from '../host-keys.ts'
import { provingHostKeys } from './host-key-rotation.ts'
import { Reader, Writer } from './wire.ts'

const proof = 'hostkeys-prove-00@openssh.com'
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const blob = Buffer.from('the wire form of the key')
const hostKey: HostKey = {
  type: 'ssh-ed25519',
  serves: true,
  fingerprint: '',
  blob,
  signers: [{ algorithm: 'ssh-ed25519', blob, sign: (contents) => sign(null, contents, privateKey) }],
}

it('a host key is proved once to each client, however often it asks', () => {
  const sessionId = Buffer.alloc(32, 7)
  const settled = { choice: { hostKey: 'ssh-ed25519' }, hostKeyAlgorithms: [] }
  const handler = provingHostKeys({ settled, sessionId } as unknown as Transport, [hostKey], {
    onSession: () => undefined,
    onDirectTcpip: () => undefined,
    onDirectSocket: () => undefined,
    onGlobalRequest: () => undefined,
  })
  const ask = (): Uint8Array | undefined => {
    let answer: Uint8Array | undefined
    handler.onGlobalRequest(proof, new Reader(new Writer().bytes(blob).finish()), (reply) => (answer = reply))
    return answer
  }
  const signature = new Reader(Buffer.from(ask() ?? [])).bytes()
  const signed = new Writer().text(proof).bytes(sessionId).bytes(blob).finish()
  expect(verify(null, signed, publicKey, signature)).toBe(true)
  expect(ask()).toBeUndefined()
})
