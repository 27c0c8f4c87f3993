// The browser's terminal: what travels over `/ws/ssh` once a ticket was taken, and over `/ws/ssh/files` beside it.
// Bytes of the device and of the keyboard are binary messages; everything else is JSON text, described here.
import { type Static, Type } from 'typebox'
import { SessionUid } from './brands.ts'
import { OneOf } from './schemas.ts'

export const webTerminalPath = '/ws/ssh'
export const webTerminalFilesPath = '/ws/ssh/files'
/** Clients that name none speak the older form: `?token=&cols=&rows=`, messages with a numeric `kind`. */
export const webTerminalSubprotocol = 'sshore-terminal-1'
/** A byte stream of SFTP version 3, as of `ssh -s host sftp`, behind one `WebTerminalFilesOpen`. */
export const webTerminalFilesSubprotocol = 'sshore-files-1'

export const webTerminal = {
  /** A ticket opens one session within this time. */
  ticketSeconds: 30,
  /** Of one user, not used yet. */
  ticketsMost: 32,
  /** Running sessions of one user. */
  sessionsMost: 32,
  /** A session waits so long for a browser that has lost its connection. */
  resumeSeconds: 120,
  /** Bytes of output that may be on their way to the browser, or unread there. Acknowledge often: by half of it. */
  windowBytes: 256 * 1024,
  /** Bytes of input that the server has not acknowledged; it does so once the device has room for them. */
  inputWindowBytes: 256 * 1024,
  /** One message of a browser: paste in pieces of at most this size. */
  messageBytes: 64 * 1024,
  /** To be sent after connecting: `open` or `resume`. */
  openSeconds: 15,
  filesMessageBytes: 320 * 1024,
  filesPerSession: 4,
  /** The older form counts to 255; nothing is known that shows more than this. */
  cellsMost: 2000,
} as const

/** WebSocket close codes (RFC 6455 section 7.4.2: 4000 to 4999 are private); an `error` or `exit` says more before. */
export const webTerminalClose = {
  /** The program is over. */
  ended: 4000,
  /** Not let in, or the session was ended for a reason that stays. */
  refused: 4001,
  /** The same session was opened elsewhere. */
  takenOver: 4002,
  /** The browser broke the protocol. */
  protocol: 4003,
  /** The server is stopping. */
  goingAway: 4004,
} as const

const Cells = Type.Integer({ minimum: 1, maximum: webTerminal.cellsMost })
const Size = { columns: Cells, rows: Cells }
const Bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Secret = Type.String({ minLength: 16, maxLength: 128 })

/** First message of a new session. */
export const WebTerminalOpen = Type.Object({
  type: Type.Literal('open'),
  ticket: Secret,
  ...Size,
  term: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9._+-]{1,64}$', description: 'Default: xterm-256color' })),
})

export type WebTerminalOpen = Static<typeof WebTerminalOpen>

/** First message of a browser that comes back. */
export const WebTerminalResume = Type.Object({
  type: Type.Literal('resume'),
  token: Secret,
  /** Bytes of output received so far, counted as `ready.received`; absent after a reload: the screen is sent. */
  received: Type.Optional(Bytes),
  ...Size,
})

export type WebTerminalResume = Static<typeof WebTerminalResume>

/** Browser → server. Input is binary messages, in UTF-8. */
export const WebTerminalRequest = Type.Union([
  WebTerminalOpen,
  WebTerminalResume,
  /** Answer to `challenge`. */
  Type.Object({
    type: Type.Literal('signature'),
    signature: Type.String({
      maxLength: 4096,
      description: 'Base64 of what WebCrypto returns: Ed25519, ECDSA (r and s joined), or RSASSA-PKCS1-v1_5',
    }),
  }),
  /** Answers to `prompt`, one for each question. */
  Type.Object({
    type: Type.Literal('answers'),
    answers: Type.Array(Type.String({ maxLength: 1024 }), { maxItems: 16 }),
  }),
  Type.Object({ type: Type.Literal('resize'), ...Size }),
  /** Output shown so far, counted as `ready.received`. */
  Type.Object({ type: Type.Literal('ack'), received: Bytes }),
  /** Ends the session now: closing the WebSocket alone leaves it for `resumeSeconds`. */
  Type.Object({ type: Type.Literal('leave') }),
])
export type WebTerminalRequest = Static<typeof WebTerminalRequest>

export const webTerminalErrors = [
  'bad_message',
  'unknown_ticket',
  'unknown_token',
  'too_many_sessions',
  'too_many_files',
  'wrong_signature',
  'not_let_in',
  'not_started',
  'taken_over',
  'broken_off',
  'closed',
  'stopping',
] as const

/** Server → browser. Output is binary messages. */
export const WebTerminalReply = Type.Union([
  /** The key named in the ticket has to sign `data` (RFC 4252 section 7). */
  Type.Object({
    type: Type.Literal('challenge'),
    algorithm: OneOf(
      ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'rsa-sha2-512'],
      'How to sign; the hash of ECDSA follows its curve: SHA-256, SHA-384, SHA-512',
    ),
    data: Type.String({ description: 'Base64' }),
  }),
  /** Something more is asked, such as a second factor. */
  Type.Object({
    type: Type.Literal('prompt'),
    instruction: Type.String(),
    questions: Type.Array(Type.Object({ text: Type.String(), shown: Type.Boolean() })),
  }),
  /** The session runs. */
  Type.Object({
    type: Type.Literal('ready'),
    session: SessionUid,
    /** Resumes the session. Every `ready` has another one; the former is good until this one's connection says something. */
    token: Secret,
    /** Opens `/ws/ssh/files`, as often as there is need, until the next `ready`. */
    files: Secret,
    /** The session's output up to here is with the browser, or in `screen`; what follows counts from here. */
    received: Bytes,
    /** The session has so many bytes of input; who kept what it sent since then sends that again. */
    input: Bytes,
    resumed: Type.Boolean(),
    resume_seconds: Type.Integer(),
    window_bytes: Type.Integer(),
    input_window_bytes: Type.Integer(),
  }),
  /** Input passed on so far, counted as `ready.input`. */
  Type.Object({ type: Type.Literal('ack'), received: Bytes }),
  /**
   * What the terminal shows, to write into one that was reset: what was missed is not kept any more, or all of it is
   * wanted. Comes behind `ready`, before any output.
   */
  Type.Object({ type: Type.Literal('screen'), text: Type.String(), ...Size }),
  /** The program is over; no output follows. One of `code` and `signal` is there, unless the device did not say. */
  Type.Object({
    type: Type.Literal('exit'),
    code: Type.Optional(Type.Integer()),
    signal: Type.Optional(Type.String()),
    message: Type.String(),
  }),
  /** The connection ends; the close code says whether the session does. */
  Type.Object({
    type: Type.Literal('error'),
    code: OneOf(webTerminalErrors, 'What it is about'),
    /** Of `not_let_in`: why, by the same words as the SSH port has. */
    reason: Type.Optional(Type.String()),
    message: Type.String({ description: 'What happened' }),
    next: Type.Array(Type.String(), { description: 'What to do' }),
  }),
])
export type WebTerminalReply = Static<typeof WebTerminalReply>
export type WebTerminalError = Extract<WebTerminalReply, { type: 'error' }>

/** First message on `/ws/ssh/files`, as text; answered with `WebTerminalFilesOpened` or a `WebTerminalError`. */
export const WebTerminalFilesOpen = Type.Object({ type: Type.Literal('open'), token: Secret })
export type WebTerminalFilesOpen = Static<typeof WebTerminalFilesOpen>
export const WebTerminalFilesOpened = Type.Object({ type: Type.Literal('opened') })
