// For tests only: what a gateway does on behalf of one SSH client.
import { everyForwarding } from '@sshore/contract'
import type { Forwarding, Program, Proof, ResetReason, StreamHeader, StreamMessage, Terminal } from '@sshore/contract'
import { type Link, lanes, type LinkStream } from '@sshore/link'

export interface Conversation {
  readonly stream: LinkStream
  readonly messages: StreamMessage[]
  /** Bytes of the main lane so far, as text. */
  output(): string
  error(): string
  readonly bytes: { main: number; error: number }
  /** Reset reason and detail, or undefined for a clean close. */
  readonly closed: Promise<{ reason: ResetReason | undefined; detail: string }>
  /** False: received bytes are kept back and the agent gets no credit. */
  reading: boolean
}

const keptCharacters = 4_000_000

/** Opens a stream and collects what comes; once the other side is done, so is this one. */
function converse(link: Link, header: StreamHeader): Conversation {
  const closed = Promise.withResolvers<{ reason: ResetReason | undefined; detail: string }>()
  const texts = { main: '', error: '' }
  const bytes = { main: 0, error: 0 }
  const messages: StreamMessage[] = []
  const decoder = new TextDecoder('latin1')
  const stream = link.open(header, {
    onData: (chunk, lane) => {
      const name = lane === lanes.error ? 'error' : 'main'
      bytes[name] += chunk.byteLength
      if (texts[name].length < keptCharacters) texts[name] += decoder.decode(chunk)
      if (conversation.reading) stream.consumed(chunk.byteLength)
    },
    onMessage: (message) => messages.push(message),
    onEnd: () => {
      if (header.kind !== 'dial') stream.close()
    },
    onDrain: () => undefined,
    onClose: (reason, detail) => closed.resolve({ reason, detail }),
  })
  const conversation: Conversation = {
    stream,
    messages,
    output: () => texts.main,
    error: () => texts.error,
    bytes,
    closed: closed.promise,
    reading: true,
  }
  return conversation
}

const address = { address: '192.0.2.7', port: 40022 }
const keyProof: Proof = { kind: 'publickey', algorithm: 'ssh-ed25519', key: 'AAAA' }

/** Polls until the condition holds; fails with its name after ten seconds. */
export async function until<T>(name: string, condition: () => T | undefined | false): Promise<T> {
  const deadline = performance.now() + 10_000
  for (;;) {
    const value = condition()
    if (value !== undefined && value !== false) return value
    if (performance.now() > deadline) throw new Error(`waited in vain: ${name}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

export async function logIn(
  link: Link,
  username: string,
  proof: Proof = keyProof,
  forwarding: Forwarding = everyForwarding,
): Promise<Conversation> {
  const server = { address: '198.51.100.1', port: 22 }
  const login = converse(link, {
    kind: 'login',
    username,
    proof,
    sessionUid: 'b'.repeat(64),
    client: address,
    server,
    forwarding,
  })
  await until(`an answer to the login of ${username}`, () => login.messages[0])
  return login
}

export interface RunOptions {
  readonly terminal?: Partial<Terminal>
  readonly environment?: Record<string, string>
}

export function start(link: Link, login: Conversation, program: Program, options: RunOptions = {}): Conversation {
  const usual: Terminal = { term: 'xterm', columns: 80, rows: 24, widthPixels: 0, heightPixels: 0, modes: {} }
  return converse(link, {
    kind: 'session',
    login: login.stream.id,
    program,
    environment: options.environment ?? {},
    ...(options.terminal ? { terminal: { ...usual, ...options.terminal } } : {}),
  })
}

export interface Finished {
  readonly output: string
  readonly error: string
  readonly exit: StreamMessage | undefined
}

/** Runs a command to its end with this input. */
export async function run(
  link: Link,
  login: Conversation,
  command: string,
  input = '',
  options: RunOptions = {},
): Promise<Finished> {
  const session = start(link, login, { kind: 'exec', command }, options)
  if (input !== '') session.stream.write(new TextEncoder().encode(input))
  session.stream.end()
  const { reason, detail } = await session.closed
  if (reason !== undefined) throw new Error(`${reason}: ${detail}`)
  return { output: session.output(), error: session.error(), exit: session.messages.at(-1) }
}

export const type = (session: Conversation, text: string): void => {
  session.stream.write(new TextEncoder().encode(text))
}

export function dialThrough(link: Link, login: Conversation, host: string, port: number): Conversation {
  return converse(link, { kind: 'dial', login: login.stream.id, host, port, origin: address })
}

/** A number that the program printed behind a word. */
export const numberAfter = (word: string, session: Conversation): Promise<number> =>
  until(word, () => {
    const found = new RegExp(`${word}=(\\d+)\\s`).exec(session.output())?.[1]
    return found === undefined ? undefined : Number(found)
  })

/** Any stream of a login that is neither a program nor a dial. */
export function openForwarding(
  link: Link,
  header: Exclude<StreamHeader, { kind: 'login' | 'session' | 'dial' }>,
): Conversation {
  return converse(link, header)
}
