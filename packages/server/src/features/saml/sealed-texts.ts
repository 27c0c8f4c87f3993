// What we give away and want back: names of requests and tickets. They carry all that belongs to them, sealed, so that nothing
// is written down for somebody who only asks; each is good once, which is written down when it is used.
import { createHash } from 'node:crypto'
import type { UserId } from '@sshore/contract'
import type { Sealer } from '../../platform/sealing.ts'

/** Of somebody at an identity provider. */
export interface Identity {
  readonly issuer: string
  /** NameID. */
  readonly name: string
}

interface Bounded {
  /** Base64url of a SHA-256; empty: whoever has the text may use it. */
  readonly challenge: string
  /** Unix milliseconds. */
  readonly until: number
}

export type SamlRequest = Bounded

export type Ticket = Bounded &
  (
    | { readonly kind: 'login'; readonly userId: UserId; readonly tokenVersion: number }
    /** It is not known yet whose account it is. */
    | ({ readonly kind: 'link' } & Identity)
  )

const contexts = { request: 'saml request', ticket: 'saml ticket' } as const

interface Texts {
  readonly request: SamlRequest
  readonly ticket: Ticket
}

export const sealText = <Kind extends keyof Texts>(sealer: Sealer, kind: Kind, content: Texts[Kind]): string =>
  sealer.seal(Buffer.from(JSON.stringify(content)), contexts[kind])

/** Undefined for anything but a text of ours whose time has not passed. */
export function openText<Kind extends keyof Texts>(
  sealer: Sealer,
  kind: Kind,
  text: string,
  now: number,
): Texts[Kind] | undefined {
  try {
    // Sealed by `sealText`, so its shape is ours.
    const content = JSON.parse(sealer.open(text, contexts[kind]).toString()) as Texts[Kind]
    return content.until > now ? content : undefined
  } catch {
    return undefined
  }
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
