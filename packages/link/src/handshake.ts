// The three messages before a connection carries frames: challenge, proof of the device key, welcome. Both sides are
// here, so that they cannot drift apart. Signing and verifying are passed in: the link knows no keys.
import { linkClose, LinkChallenge, LinkProof, linkProofText, LinkWelcome } from '@sshore/contract'
import { Compile } from 'typebox/compile'
import { beginExchange } from './exchange.ts'
import type { Clock, LinkSocket } from './link.ts'

const challengeCheck = Compile(LinkChallenge)
const proofCheck = Compile(LinkProof)
const welcomeCheck = Compile(LinkWelcome)

const isChallenge = (value: unknown): value is LinkChallenge => challengeCheck.Check(value)
const isProof = (value: unknown): value is LinkProof => proofCheck.Check(value)
const isWelcome = (value: unknown): value is LinkWelcome => welcomeCheck.Check(value)

export interface ProveOptions {
  readonly socket: LinkSocket
  readonly clock: Clock
  readonly uid: string
  readonly agentVersion: string
  readonly instance: string
  /** Base64 of the device key's signature over a text. */
  readonly sign: (text: string) => Promise<string>
  readonly resume: LinkProof['resume']
  /** Runs before the next message is looked at, so that the link can take the socket over. */
  readonly onWelcome: (welcome: LinkWelcome) => void
  readonly onFailed: (code: number, reason: string) => void
}

/** The agent's side. Returns what breaks it off without a report. */
export const proveDevice = (options: ProveOptions): (() => void) => {
  const { socket, clock, uid, agentVersion, instance, sign, resume, onWelcome, onFailed } = options
  let wanted = true
  const exchange = beginExchange(socket, clock, linkClose.refused, (code, reason) => {
    if (wanted) onFailed(code, reason)
  })
  exchange.expect(isChallenge, ({ nonce }) => {
    sign(linkProofText(nonce, uid, resume?.linkId ?? '')).then(
      (signature) => {
        if (!exchange.open) return
        exchange.expect(isWelcome, (welcome) => {
          exchange.finish()
          onWelcome(welcome)
        })
        const resuming = resume === undefined ? {} : { resume }
        exchange.send({ ...resuming, signature, agentVersion, instance } satisfies LinkProof)
      },
      () => exchange.fail(1000, 'signing failed'),
    )
  })
  return () => {
    wanted = false
    exchange.fail(linkClose.ended, 'the agent stops')
  }
}

export interface ChallengeOptions {
  readonly socket: LinkSocket
  readonly clock: Clock
  readonly uid: string
  /** Base64 of 32 fresh random bytes. */
  readonly nonce: string
  readonly verify: (text: string, signature: string) => boolean | Promise<boolean>
  /** Answers the proof; the socket's callbacks are the caller's once `welcome` returned. */
  readonly onProof: (proof: LinkProof, welcome: (answer: LinkWelcome) => void) => void
  readonly onFailed: (code: number, reason: string) => void
}

/** The gateway's side. Returns what refuses the connection with a code. */
export const challengeDevice = (options: ChallengeOptions): ((code: number, reason: string) => void) => {
  const { socket, clock, uid, nonce, verify, onProof, onFailed } = options
  const exchange = beginExchange(socket, clock, linkClose.refused, onFailed)
  const verified = (proof: LinkProof, proves: boolean): void => {
    if (!exchange.open) return
    if (!proves) return exchange.fail(linkClose.refused, 'the proof of the device key is wrong')
    onProof(proof, (answer) => {
      exchange.finish()
      exchange.send(answer)
    })
  }
  exchange.expect(isProof, (proof) => {
    Promise.resolve(proof)
      .then(() => verify(linkProofText(nonce, uid, proof.resume?.linkId ?? ''), proof.signature))
      .then(
        (proves) => verified(proof, proves),
        () => exchange.fail(1000, 'the proof could not be checked'),
      )
  })
  exchange.send({ nonce } satisfies LinkChallenge)
  return (code, reason) => exchange.fail(code, reason)
}
