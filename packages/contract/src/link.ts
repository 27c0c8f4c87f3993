// What gateway and agent say to one another inside the link: the handshake of a connection, the headers that open
// streams, and the messages that travel beside a stream's bytes.
import { type Static, Type } from 'typebox'
import { Forwarding } from './forwarding.ts'
import { OneOf } from './schemas.ts'

/** Path of the WebSocket that an agent dials, with `Authorization: Bearer <device token>`. */
export const linkPath = '/agent/link'
export const linkSubprotocol = 'sshore-link-1'

/** WebSocket close codes of the link (RFC 6455 section 7.4.2: 4000 to 4999 are private). */
export const linkClose = {
  /** This side is done with the link: nothing to resume. Any other end of a connection is taken for an accident. */
  ended: 4000,
  /** The proof of the device key is wrong, or a message broke the protocol: do not retry at once. */
  refused: 4001,
  /** The device was removed: register again. */
  revoked: 4002,
  /** A newer connection of the same device took over. */
  replaced: 4003,
  /** The server is stopping: come back with jitter. */
  goingAway: 4004,
  /** Another machine with the same key is connected, and was connected before: a copy of the device. */
  twin: 4005,
} as const

/** First message on a new connection, server → agent (JSON in UTF-8, a binary message as all others). */
export const LinkChallenge = Type.Object({ nonce: Type.String({ description: 'Base64 of 32 random bytes' }) })
export type LinkChallenge = Static<typeof LinkChallenge>

/** Agent → server: proof of the device key, and where to resume. */
export const LinkProof = Type.Object({
  /** Link to resume, with the sequenced bytes received on it so far; absent for a new link. */
  resume: Type.Optional(
    Type.Object({ linkId: Type.String({ maxLength: 64 }), received: Type.Integer({ minimum: 0 }) }),
  ),
  /** Base64 of the signature over `linkProofText`: Ed25519, or RSA PKCS#1 v1.5 with SHA-256. */
  signature: Type.String({ maxLength: 2048 }),
  agentVersion: Type.String({ maxLength: 64 }),
  /** Random, new with every start of the agent: tells two machines that have the same key from one that came back. */
  instance: Type.Optional(Type.String({ maxLength: 64 })),
})
export type LinkProof = Static<typeof LinkProof>

/** Server → agent: the link stands. */
export const LinkWelcome = Type.Object({
  linkId: Type.String(),
  /** True when the link asked for goes on; false when a new one was made and old streams are gone. */
  resumed: Type.Boolean(),
  /** Sequenced bytes the server has received on it. */
  received: Type.Integer({ minimum: 0 }),
  heartbeatSeconds: Type.Integer({ minimum: 1 }),
})
export type LinkWelcome = Static<typeof LinkWelcome>

/** What the device signs. Binding uid and link id keeps a proof from serving anywhere else. */
export const linkProofText = (nonce: string, uid: string, linkId: string): string =>
  `${linkSubprotocol}\n${nonce}\n${uid}\n${linkId}`

export const Terminal = Type.Object({
  term: Type.String({ maxLength: 128 }),
  columns: Type.Integer({ minimum: 0, maximum: 65535 }),
  rows: Type.Integer({ minimum: 0, maximum: 65535 }),
  widthPixels: Type.Integer({ minimum: 0, maximum: 65535 }),
  heightPixels: Type.Integer({ minimum: 0, maximum: 65535 }),
  /** RFC 4254 section 8: opcode name (for example `VINTR`, `ECHO`) → value. */
  modes: Type.Record(Type.String({ maxLength: 32 }), Type.Integer({ minimum: 0 })),
})
export type Terminal = Static<typeof Terminal>

export const Program = Type.Union([
  Type.Object({ kind: Type.Literal('shell') }),
  Type.Object({
    kind: Type.Literal('exec'),
    command: Type.String({ maxLength: 1_048_576 }),
    /** What the client asked for, when a forced command runs in its place: the program's SSH_ORIGINAL_COMMAND. */
    original: Type.Optional(Type.String({ maxLength: 1_048_576 })),
  }),
  Type.Object({ kind: Type.Literal('subsystem'), name: Type.String({ maxLength: 64 }) }),
])
export type Program = Static<typeof Program>

const Address = Type.Object({
  address: Type.String({ maxLength: 255 }),
  port: Type.Integer({ minimum: 0, maximum: 65535 }),
})

/** A path that fits into `sockaddr_un` (unix(7)), whose 108 bytes include the closing zero. */
export const socketPathBytes = 107
const SocketPath = Type.String({ minLength: 1, maxLength: socketPathBytes })

/** How the user proved identity; `password` is for the device to check, a key was already verified at the gateway. */
export const Proof = Type.Union([
  Type.Object({ kind: Type.Literal('password'), password: Type.String({ maxLength: 1024 }) }),
  Type.Object({
    kind: Type.Literal('publickey'),
    algorithm: Type.String({ maxLength: 64 }),
    /** Base64 of the key blob (RFC 4253 section 6.6), for a device that insists on its own list. */
    key: Type.String({ maxLength: 16384 }),
  }),
])
export type Proof = Static<typeof Proof>

/**
 * A `login` stream is one SSH connection of one user on the device. The agent answers with `login-accepted` or
 * `login-refused`; while the stream stays open, other streams may name it. When it closes, so do
 * all that were opened under it. So the agent itself makes sure that nothing runs as a user who was not let in.
 */
export const StreamHeader = Type.Union([
  Type.Object({
    kind: Type.Literal('login'),
    username: Type.String({ minLength: 1, maxLength: 255 }),
    proof: Proof,
    sessionUid: Type.String({ maxLength: 64 }),
    client: Address,
    server: Address,
    /** What the namespace allows; the device refuses the rest by itself as well. */
    forwarding: Forwarding,
  }),
  Type.Object({
    kind: Type.Literal('session'),
    /** Stream id of the login. */
    login: Type.Integer({ minimum: 1 }),
    program: Program,
    terminal: Type.Optional(Terminal),
    environment: Type.Record(Type.String({ maxLength: 256 }), Type.String({ maxLength: 131_072 })),
  }),
  Type.Object({
    kind: Type.Literal('dial'),
    login: Type.Integer({ minimum: 1 }),
    host: Type.String({ minLength: 1, maxLength: 255 }),
    port: Type.Integer({ minimum: 1, maximum: 65535 }),
    origin: Address,
  }),
  /** A connection of a tunnel: of no login, made with the rights of the agent. Bytes may be sent before it stands. */
  Type.Object({
    kind: Type.Literal('tunnel'),
    host: Type.String({ minLength: 1, maxLength: 255 }),
    port: Type.Integer({ minimum: 1, maximum: 65535 }),
  }),
  /** A connection to a Unix socket of the device. */
  Type.Object({ kind: Type.Literal('dial-socket'), login: Type.Integer({ minimum: 1 }), path: SocketPath }),
  /**
   * Listens on the device until the stream closes: answered with `listening`, then `connection` for each that arrives.
   * `loopback` is both families where the device has them. Port 0: the device chooses.
   */
  Type.Object({
    kind: Type.Literal('listen'),
    login: Type.Integer({ minimum: 1 }),
    address: OneOf(['loopback', '127.0.0.1', '::1'], 'Where'),
    port: Type.Integer({ minimum: 0, maximum: 65535 }),
  }),
  Type.Object({ kind: Type.Literal('listen-socket'), login: Type.Integer({ minimum: 1 }), path: SocketPath }),
  /** The same on a socket that the device chooses, and names to the login's programs as their ssh-agent's. */
  Type.Object({ kind: Type.Literal('ssh-agent'), login: Type.Integer({ minimum: 1 }) }),
  /** Takes a connection that a listening stream has told of; it waits for this, and is dropped when it waits too long. */
  Type.Object({
    kind: Type.Literal('accept'),
    login: Type.Integer({ minimum: 1 }),
    /** Stream id of the listening stream. */
    listener: Type.Integer({ minimum: 1 }),
    connection: Type.Integer({ minimum: 1 }),
  }),
])
export type StreamHeader = Static<typeof StreamHeader>
export type LoginHeader = Extract<StreamHeader, { kind: 'login' }>
export type SessionHeader = Extract<StreamHeader, { kind: 'session' }>
export type DialHeader = Extract<StreamHeader, { kind: 'dial' }>
export type DialSocketHeader = Extract<StreamHeader, { kind: 'dial-socket' }>
export type TunnelHeader = Extract<StreamHeader, { kind: 'tunnel' }>
export type ListenHeader = Extract<StreamHeader, { kind: 'listen' | 'listen-socket' | 'ssh-agent' }>
export type AcceptHeader = Extract<StreamHeader, { kind: 'accept' }>

export const loginRefusals = [
  'wrong_credentials',
  'account_expired',
  'password_expired',
  'no_shell',
  'key_refused',
  'other_user',
  'too_many_attempts',
  'fault',
] as const

/** Messages beside a stream's bytes; small, ordered with the bytes, JSON on the wire. */
export const StreamMessage = Type.Union([
  Type.Object({ type: Type.Literal('login-accepted'), home: Type.String(), shell: Type.String() }),
  Type.Object({
    type: Type.Literal('login-refused'),
    reason: OneOf(loginRefusals, 'Why'),
    detail: Type.String({ maxLength: 1024 }),
  }),
  /** The dial, or the program, stands; bytes may flow. */
  Type.Object({ type: Type.Literal('opened') }),
  /** The device listens; `port` is 0 for Unix sockets. */
  Type.Object({ type: Type.Literal('listening'), port: Type.Integer({ minimum: 0, maximum: 65535 }) }),
  /** Somebody connected to what listens; an `accept` stream takes it. Unix sockets have no origin: '' and 0. */
  Type.Object({
    type: Type.Literal('connection'),
    connection: Type.Integer({ minimum: 1 }),
    origin: Address,
  }),
  Type.Object({
    type: Type.Literal('resize'),
    columns: Type.Integer({ minimum: 0, maximum: 65535 }),
    rows: Type.Integer({ minimum: 0, maximum: 65535 }),
    widthPixels: Type.Integer({ minimum: 0, maximum: 65535 }),
    heightPixels: Type.Integer({ minimum: 0, maximum: 65535 }),
  }),
  /** Signal name without SIG (RFC 4254 section 6.9). */
  Type.Object({ type: Type.Literal('signal'), name: Type.String({ maxLength: 16 }) }),
  /** Nobody reads the program's standard output any more: the device closes it, so that the program hears of it. */
  Type.Object({ type: Type.Literal('reader-gone') }),
  Type.Object({ type: Type.Literal('exit-status'), code: Type.Integer({ minimum: 0, maximum: 4294967295 }) }),
  Type.Object({
    type: Type.Literal('exit-signal'),
    name: Type.String({ maxLength: 16 }),
    coreDumped: Type.Boolean(),
    message: Type.String({ maxLength: 1024 }),
  }),
])
export type StreamMessage = Static<typeof StreamMessage>

/** Why a stream was refused or broken off; travels with a reset. */
export const resetReasons = [
  'refused',
  'not_found',
  'not_permitted',
  'connect_failed',
  'listen_failed',
  'unknown_subsystem',
  'link_lost',
  'closed',
  'protocol_error',
  'fault',
] as const
export type ResetReason = (typeof resetReasons)[number]
