// What the agent needs from the runtime under it. Everything specific to Bun lives behind this port, so that another
// adapter (Node where Bun does not exist) is one folder beside `bun/`.
import type { Terminal } from '@sshore/contract'
import type { Clock, LinkSocket } from '@sshore/link'

/** Index of an open file in the kernel's table for this process. */
export type FileDescriptor = number

/** How a program ended: its status, or the name of the signal that killed it, without SIG (RFC 4254 section 6.10). */
export type Exit = { readonly code: number } | { readonly signal: string; readonly coreDumped: boolean }

export interface Child {
  readonly pid: number
  readonly exited: Promise<Exit>
}

export interface SpawnOptions {
  /** Absolute path first. */
  readonly argv: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly directory: string
  /** The child's descriptors from 0 on; nothing else is inherited. The caller keeps and closes its own copies. */
  readonly descriptors: readonly FileDescriptor[]
}

/** Pulled: nothing is read before it is asked for, so a reader that stops stops the writer. */
export interface ByteSource extends Disposable {
  /** The next bytes, or undefined at the end. The view is the caller's to keep. */
  read(): Promise<Uint8Array | undefined>
}

export interface TerminalSource extends ByteSource {
  /**
   * The program has ended: the end is reported once everything it wrote was read. Without this it would be reported only
   * when nobody has the terminal open any more, which a background process can put off for ever.
   */
  finish(): void
}

export interface ByteSink extends Disposable {
  /** Settles once the other side's buffer took everything; false when the other side is gone. */
  write(chunk: Uint8Array): Promise<boolean>
}

export interface Pipe {
  readonly readEnd: FileDescriptor
  readonly writeEnd: FileDescriptor
}

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** A pseudo-terminal: `master` is ours, `path` names the user's side. */
export interface PseudoTerminal extends Disposable {
  readonly master: FileDescriptor
  /** Open until `releaseSlave`, so that the terminal cannot be hung up before the program has it. */
  readonly slave: FileDescriptor
  readonly path: string
  releaseSlave(): void
  resize(size: TerminalSize): void
}

export type TerminalSize = Pick<Terminal, 'columns' | 'rows' | 'widthPixels' | 'heightPixels'>

/** One line of utmp and wtmp; see utmp(5). */
export interface LoginRecord {
  readonly kind: 'login' | 'logout'
  readonly pid: number
  /** Terminal without `/dev/`, for example `pts/3`. */
  readonly line: string
  readonly username: string
  readonly address: string
  readonly atMilliseconds: number
}

/** The server was reached and did not open the WebSocket. */
export class UpgradeRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the server answered with status ${status}`)
    this.status = status
  }
}

export interface SocketOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly subprotocol: string
}

/** A user as the kernel knows one. */
export interface Identity extends Owner {
  /** All groups, the first one included. */
  readonly groups: readonly number[]
}

/** `host` is an IP address, with a zone where it needs one. */
export type SocketAddress = { readonly host: string; readonly port: number } | { readonly path: string }

/** The message is the system's own word, as strerror(3) has it. */
export class SocketFailure extends Error {
  override readonly name = 'SocketFailure'
}

export interface ConnectionHandler {
  /** The view is the receiver's to keep. */
  onData(chunk: Uint8Array): void
  /** The kernel took bytes that were given to `write`. */
  onTaken(bytes: number): void
  /** The other side sends no more bytes. */
  onEnd(): void
  /** Gone, in good order or not; `onEnd` may not have come before. Nothing follows. */
  onClose(): void
}

/** A connected stream socket. It is paused until `resume`, so that nothing arrives before there is a handler. */
export interface Connection extends Disposable {
  handler: ConnectionHandler
  /** '' and 0 for Unix sockets. */
  readonly origin: { readonly address: string; readonly port: number }
  /** Bytes that wait for the kernel are bounded by whoever calls, through `onTaken`. */
  write(chunk: Uint8Array): void
  /** No more bytes from this side, behind those that wait. */
  end(): void
  /** Closes both directions, behind the bytes that wait. */
  close(): void
  pause(): void
  resume(): void
  /** Closes at once. The handler hears nothing any more. */
  [Symbol.dispose](): void
}

export interface SocketListener extends Disposable {
  /** 0 for Unix sockets. */
  readonly port: number
  /** Stops listening and, if it is a Unix socket, removes its path with the rights it was made with. */
  [Symbol.dispose](): void
}

/**
 * Sockets with a user's rights: who it is decides which Unix sockets it reaches, which ports it may listen on, and whose
 * connections they are for the device's firewall. Without an identity they are the agent's own.
 */
export interface Sockets {
  /** Addresses of a host, best first. Rejects with `SocketFailure`. */
  resolve(host: string): Promise<readonly string[]>
  /** Rejects with `SocketFailure`. */
  connect(address: SocketAddress, identity: Identity | undefined): Promise<Connection>
  /** A Unix socket is its owner's alone (0600). Throws `SocketFailure`. */
  listen(
    address: SocketAddress,
    identity: Identity | undefined,
    onConnection: (connection: Connection) => void,
  ): SocketListener
  /** Runs something synchronous with the user's rights to files. */
  actAs<T>(identity: Identity | undefined, act: () => T): T
}

/** Time: the link's monotonic clock, and the calendar's. */
export interface AgentClock extends Clock {
  /** Milliseconds since 1970. */
  calendar(): number
}

export interface Platform {
  readonly clock: AgentClock
  /** Command line that starts this very program again. */
  readonly self: readonly string[]
  /** Starts a program as the leader of a new session (setsid(2)), with the file limit that logins have by default. */
  spawn(options: SpawnOptions): Child
  /** Both ends close themselves on exec. Given an owner, that user may open them again through /dev/fd. */
  pipe(owner?: Owner): Pipe
  close(descriptor: FileDescriptor): void
  /** Makes the file where it is missing; undefined while another process holds it. */
  lockFile(path: string): Disposable | undefined
  /** Takes the descriptor over. */
  source(descriptor: FileDescriptor): ByteSource
  /** Takes the descriptor over. */
  pipeSink(descriptor: FileDescriptor): ByteSink
  /** Reads a terminal's master, which stays the terminal's. */
  terminalSource(terminal: PseudoTerminal): TerminalSource
  /** Writes to a terminal's master, which stays the terminal's. */
  terminalSink(terminal: PseudoTerminal): ByteSink
  /** The user's side belongs to `owner` from the start. */
  openTerminal(terminal: Terminal, owner: Owner): PseudoTerminal
  /** Gives memory back to the system at a moment when nothing is going on; takes some milliseconds. */
  releaseMemory(): void
  /** Never throws: systems without these files simply have no records. */
  recordLogin(record: LoginRecord): void
  /** crypt(3), or undefined where the system has none or does not know the method. */
  crypt(password: string, setting: string): string | undefined
  readonly sockets: Sockets
  /** Opens a WebSocket; rejects with `UpgradeRefused`, or an error whose message a person can read. */
  dial(url: string, options: SocketOptions): Promise<LinkSocket>
}
