// RFC 4253 section 7.1: what a side proposes in its KEXINIT, and what two proposals agree on.
import { randomBytes } from 'node:crypto'
import { macs, suites } from '../ciphers/suites.ts'
import { transportMessage } from '../message-numbers.ts'
import { ProtocolViolation, Reader, Writer } from '../wire.ts'
import { keyExchangeMethods } from './methods.ts'

const cookieBytes = 16

export interface DirectionProposal {
  readonly ciphers: readonly string[]
  readonly macs: readonly string[]
  readonly compressions: readonly string[]
}

export interface Proposal {
  readonly keyExchanges: readonly string[]
  /** Algorithms the server may sign with. */
  readonly hostKeys: readonly string[]
  readonly toServer: DirectionProposal
  readonly toClient: DirectionProposal
  /** A share made by a guess at the outcome follows at once. */
  readonly guess: boolean
}

export interface DirectionChoice {
  readonly cipher: string
  /** Empty where the cipher brings its own. */
  readonly mac: string
}

export interface Choice {
  readonly keyExchange: string
  readonly hostKey: string
  readonly toServer: DirectionChoice
  readonly toClient: DirectionChoice
}

/** Names that are no methods but say what a side can do. */
export const marker = {
  extInfoClient: 'ext-info-c',
  strictClient: 'kex-strict-c-v00@openssh.com',
  strictServer: 'kex-strict-s-v00@openssh.com',
} as const

/** What we offer. Compression would slow terminals down and lets a client make the server inflate what it likes. */
export function ownProposal(hostKeys: readonly string[]): Proposal {
  const direction = { ciphers: [...suites.keys()], macs: [...macs.keys()], compressions: ['none'] }
  const keyExchanges = [...keyExchangeMethods.keys(), marker.strictServer]
  return { keyExchanges, hostKeys, toServer: direction, toClient: direction, guess: false }
}

/** The whole message, as it also goes into the exchange hash. */
export function writeProposal(proposal: Proposal, cookie = randomBytes(cookieBytes)): Buffer {
  const writer = new Writer(transportMessage.keyExchangeInit)
  for (const byte of cookie) writer.byte(byte)
  writer.names(proposal.keyExchanges).names(proposal.hostKeys)
  const { toServer, toClient } = proposal
  for (const part of ['ciphers', 'macs', 'compressions'] as const) writer.names(toServer[part]).names(toClient[part])
  // Languages, which nobody uses.
  writer.names([]).names([])
  return writer.boolean(proposal.guess).uint32(0).finish()
}

/** Throws a ProtocolViolation for a malformed message. */
export function readProposal(payload: Buffer): Proposal {
  const reader = new Reader(payload, 1 + cookieBytes)
  const keyExchanges = reader.names()
  const hostKeys = reader.names()
  const ciphers = [reader.names(), reader.names()] as const
  const integrity = [reader.names(), reader.names()] as const
  const compressions = [reader.names(), reader.names()] as const
  reader.bytes()
  reader.bytes()
  const guess = reader.boolean()
  reader.uint32()
  return {
    keyExchanges,
    hostKeys,
    toServer: { ciphers: ciphers[0], macs: integrity[0], compressions: compressions[0] },
    toClient: { ciphers: ciphers[1], macs: integrity[1], compressions: compressions[1] },
    guess,
  }
}

/** The first of the client's that the server has too. */
function first(what: string, client: readonly string[], server: readonly string[]): string {
  const found = client.find((name) => server.includes(name))
  if (found !== undefined) return found
  throw new ProtocolViolation(`no ${what} in common; the client offers ${client.join(',').slice(0, 200)}`)
}

function chooseDirection(client: DirectionProposal, server: DirectionProposal): DirectionChoice {
  const cipher = first('cipher', client.ciphers, server.ciphers)
  const mac = suites.get(cipher)?.wantsMac === true ? first('MAC', client.macs, server.macs) : ''
  first('compression', client.compressions, server.compressions)
  return { cipher, mac }
}

/** Throws a ProtocolViolation that says what is not in common. */
export function choose(client: Proposal, server: Proposal): Choice {
  const methods = server.keyExchanges.filter((name) => keyExchangeMethods.has(name))
  return {
    keyExchange: first('key exchange', client.keyExchanges, methods),
    hostKey: first('host key algorithm', client.hostKeys, server.hostKeys),
    toServer: chooseDirection(client.toServer, server.toServer),
    toClient: chooseDirection(client.toClient, server.toClient),
  }
}

/** RFC 4253 section 7: a guess is right when both sides like the same key exchange and host key best. */
export const guessedRight = (client: Proposal, server: Proposal): boolean =>
  client.keyExchanges[0] === server.keyExchanges[0] && client.hostKeys[0] === server.hostKeys[0]
