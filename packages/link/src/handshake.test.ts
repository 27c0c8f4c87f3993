// Whatever comes in place of a handshake's messages: each side ends once, within its deadline, and lets nobody in who
// has not proved the device's key.
import { linkProofText } from '@sshore/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { handshakeSeconds } from './bounds.ts'
import { challengeDevice, proveDevice } from './handshake.ts'
import { manualClock } from './manual-clock.ts'
import { socketPair } from './socket-pair.ts'
import { decodeText, encodeText, parseJson } from './text.ts'

const uid = 'a'.repeat(64)
const nonce = 'nonce'
const signed = (text: string): string => `signed ${text}`
const proved = signed(linkProofText(nonce, uid, ''))
const honest = {
  challenge: encodeText(JSON.stringify({ nonce })),
  proof: encodeText(JSON.stringify({ signature: proved, agentVersion: '1.0.0', instance: '1' })),
  welcome: encodeText(JSON.stringify({ linkId: 'link', resumed: false, received: 0, heartbeatSeconds: 30 })),
} as const

/** An honest message with some bytes changed, or cut short, or with another one behind it. */
const mutated = fc
  .tuple(
    fc.constantFrom(...Object.values(honest)),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
    fc.option(fc.nat(200)),
    fc.boolean(),
  )
  .map(([message, changes, length, twice]) => {
    const bytes = message.slice()
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte
    return Uint8Array.from([...bytes.subarray(0, length ?? bytes.length), ...(twice ? bytes : [])])
  })

const anything = fc.oneof(
  { weight: 4, arbitrary: mutated },
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(honest)) },
  fc.json().map(encodeText),
  fc.uint8Array({ maxLength: 100 }),
  fc.nat(200_000).map((length) => new Uint8Array(length).fill(0x20)),
)

type Side = 'agent' | 'gateway'

/** One side alone, which this test speaks to. */
const alone = (side: Side) => {
  const clock = manualClock()
  const [near, far] = socketPair()
  const events: string[] = []
  const onFailed = (_: number, reason: string): void => void events.push(`failed: ${reason}`)
  if (side === 'agent') {
    proveDevice({
      socket: far,
      clock,
      uid,
      agentVersion: '1.0.0',
      instance: '1',
      sign: async (text) => signed(text),
      resume: undefined,
      onWelcome: () => events.push('welcome'),
      onFailed,
    })
  } else {
    challengeDevice({
      socket: far,
      clock,
      uid,
      nonce,
      verify: (text, signature) => signature === signed(text),
      onProof: (_, welcome) => {
        events.push('proved')
        welcome({ linkId: 'link', resumed: false, received: 0, heartbeatSeconds: 30 })
      },
      onFailed,
    })
  }
  return { clock, near, far, events }
}

test.each<[Side, readonly Uint8Array[], string]>([
  ['agent', [honest.challenge, honest.welcome], 'welcome'],
  ['gateway', [honest.proof], 'proved'],
])('the %s comes to an end of its handshake with an honest peer', async (side, messages, event) => {
  const { clock, near, events } = alone(side)
  for (const message of messages) {
    near.send(message)
    await clock.settle()
  }
  expect(events).toEqual([event])
})

test.each<Side>(['agent', 'gateway'])('the %s ends once, whatever its peer says', async (side) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { maxLength: 5 }), fc.boolean(), async (messages, atOnce) => {
      const { clock, far, events } = alone(side)
      for (const message of messages) {
        expect(() => far.onMessage(message)).not.toThrow()
        if (!atOnce) await clock.settle()
      }
      await clock.advance((handshakeSeconds + 1) * 1000)
      expect(events).toHaveLength(1)
      // Who was not heard to say the whole proof, as it is, was not let in.
      const [first = new Uint8Array(0)] = messages
      if (events[0] === 'proved') expect(parseJson(decodeText(first))).toMatchObject({ signature: proved })
      if (events[0] === 'welcome') expect(messages.length).toBeGreaterThan(1)
    }),
    { numRuns: 300 },
  )
})
