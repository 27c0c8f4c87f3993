// A `session` channel (RFC 4254 section 6): a shell, a command or a subsystem on the device.
import type { Program, ReachableDevice, ResetReason, StreamMessage, Terminal } from '@sshore/contract'
import { type Clock, type LinkStream, type StreamHandler, textOfBytes } from '@sshore/link'
import type { Logger } from 'pino'
import type { DeviceLogin } from '../authentication/device-login.ts'
import type { Permits } from '../authentication/permits.ts'
import { oneLine, withTerminalLineEnds } from '../plain-text.ts'
import { notRecordedText, recordingLostText, type SessionRecordings } from '../recording/session-recordings.ts'
import type { SeatRecorder } from '../recording/seat-recorder.ts'
import type { SessionRecord } from '../sessions/session-record.ts'
import type { Channel, ChannelHandler } from '../ssh/channel.ts'
import type { Reader } from '../ssh/wire.ts'
import { announcementText } from './announcement.ts'
import { addVariable } from './environment.ts'
import { forced } from './forced-program.ts'
import { wordsOf } from './program-words.ts'
import { Pump, type Traffic } from './pump.ts'
import { startDeadline } from './start-deadline.ts'
import type { StandingPermission } from './standing-permission.ts'
import { readTerminalModes } from './terminal-modes.ts'
import { brokenText, refusedText } from './stream-failures.ts'

export interface OpenTerminal {
  /** Shows text of the gateway's own, between what the program writes. */
  show(text: string): void
}

export interface SessionContext {
  readonly device: ReachableDevice
  readonly login: DeviceLogin
  readonly permits: Permits
  readonly standing: StandingPermission
  readonly record: SessionRecord
  readonly recordings: SessionRecordings
  readonly traffic: Traffic
  readonly clock: Clock
  readonly log: Logger
  /** Brings the client's ssh-agent to the device. False: not allowed. */
  readonly forwardAgent: () => boolean
  /** Those that are open on this connection. */
  readonly terminals: Set<OpenTerminal>
  /** A line for whoever runs the client with `-v`. */
  readonly tell: (text: string) => void
}

/** Requests that a session's row tells about. */
const recorded = new Set([
  ...['pty-req', 'env', 'shell', 'exec', 'subsystem', 'window-change', 'signal'],
  ...['x11-req', 'auth-agent-req@openssh.com'],
])
/** What the ssh client itself exits with when it could not do its work. */
const exitNotStarted = 255
const startSeconds = 30
const sizeMost = 65_535
const clamp = (value: number): number => Math.min(value, sizeMost)

export class SessionChannel implements ChannelHandler, OpenTerminal {
  readonly #channel: Channel
  readonly #context: SessionContext
  readonly #seat: number
  readonly #environment: Record<string, string> = {}
  #terminal: Terminal | undefined
  #program: Program | undefined
  #stream: LinkStream | undefined
  #pump: Pump | undefined
  #recorder: SeatRecorder | undefined
  /** Sent by the client before the program was asked for from the device. */
  readonly #early: Buffer[] = []
  #earlyEnd = false
  /** The device said that the program runs. */
  #opened = false
  /** The device sends no more bytes. */
  #ended = false
  #exited = false
  /** The client is done with the channel, or the device with the stream. */
  #over = false
  #cancelDeadline: () => void = () => {}

  constructor(channel: Channel, context: SessionContext) {
    this.#channel = channel
    this.#context = context
    this.#seat = context.record.takeSeat()
  }

  onRequest(type: string, fields: Reader): boolean | undefined {
    if (recorded.has(type)) this.#context.record.noteEvent(type, this.#seat)
    switch (type) {
      case 'pty-req':
        return this.#setTerminal(fields)
      case 'env':
        return this.#program === undefined && addVariable(this.#environment, fields.text(), textOfBytes(fields.bytes()))
      case 'shell':
        return this.#start({ kind: 'shell' })
      case 'exec':
        return this.#start({ kind: 'exec', command: textOfBytes(fields.bytes()) })
      case 'subsystem':
        return this.#start({ kind: 'subsystem', name: fields.text().slice(0, 64) })
      case 'window-change':
        return this.#resize(fields)
      case 'signal':
        this.#signal(fields.text().slice(0, 16))
        return true
      case 'eow@openssh.com':
        // OpenSSH's PROTOCOL, section 2.1: `ssh host yes | head` would go on for ever without it.
        this.#pump?.readerGone()
        this.#tell({ type: 'reader-gone' })
        return true
      case 'auth-agent-req@openssh.com':
        return this.#context.forwardAgent()
      case 'x11-req':
        this.#context.tell('X11 is not forwarded: Sshore has no X11 forwarding. Programs run without a display.')
        return false
      default:
        // break and the like: not served; clients carry on without.
        return false
    }
  }

  onData(chunk: Buffer): void {
    if (this.#pump) this.#pump.fromClient(chunk)
    else if (this.#program && !this.#over) this.#early.push(chunk)
    else this.#channel.grant(chunk.length)
  }

  onEof(): void {
    if (this.#over) return
    if (this.#stream) this.#stream.end()
    else this.#earlyEnd = true
  }

  onSent(bytes: number): void {
    this.#pump?.sent(bytes)
  }

  onClose(): void {
    this.#pump?.drop()
    if (this.#over) return
    this.#leave()
    this.#stream?.reset('closed', 'the client closed the channel')
    this.#endRecording()
  }

  show(text: string): void {
    // Nothing may follow the end of output (RFC 4254 section 5.3).
    if (!this.#ended) this.#pump?.insert(withTerminalLineEnds(text))
  }

  #leave(): void {
    this.#over = true
    this.#cancelDeadline()
    this.#pump?.stop()
    this.#context.terminals.delete(this)
  }

  #signal(name: string): void {
    this.#recorder?.note('signal', name)
    this.#tell({ type: 'signal', name })
  }

  #setTerminal(fields: Reader): boolean {
    if (this.#program || !this.#context.permits.terminal) return false
    const term = fields.text().slice(0, 128)
    const [columns, rows, widthPixels, heightPixels] = this.#size(fields)
    const modes = readTerminalModes(fields.bytes())
    this.#terminal = { term, columns, rows, widthPixels, heightPixels, modes }
    this.#context.record.noteTerm(term)
    return true
  }

  #size(fields: Reader): [number, number, number, number] {
    return [clamp(fields.uint32()), clamp(fields.uint32()), clamp(fields.uint32()), clamp(fields.uint32())]
  }

  #resize(fields: Reader): boolean {
    const [columns, rows, widthPixels, heightPixels] = this.#size(fields)
    if (this.#terminal) this.#recorder?.resize(columns, rows)
    if (!this.#stream && this.#terminal) {
      this.#terminal = { ...this.#terminal, columns, rows, widthPixels, heightPixels }
    }
    this.#tell({ type: 'resize', columns, rows, widthPixels, heightPixels })
    return this.#terminal !== undefined
  }

  #tell(message: StreamMessage): void {
    if (!this.#over) this.#stream?.message(message)
  }

  /** The answer to the client follows the device's. */
  #start(wanted: Program): false | undefined {
    if (this.#program) return false
    const program = forced(wanted, this.#context.permits.forcedCommand)
    this.#program = program
    const { term = '', columns = 0, rows = 0 } = this.#terminal ?? {}
    const kind = this.#terminal ? 'terminal' : 'command'
    const recorder = this.#context.recordings.start(this.#seat, { kind, term, columns, rows })
    if (!recorder) {
      this.#open(program)
      return undefined
    }
    this.#recorder = recorder
    recorder.note(program.kind, wordsOf(program))
    void recorder.ready.then((ready) => {
      if (this.#over) return
      if (!ready) {
        this.#breakOff(notRecordedText)
        return
      }
      recorder.onLost = () => this.#breakOff(recordingLostText)
      this.#open(program)
    })
    return undefined
  }

  #open(program: Program): void {
    const { login, traffic, clock, log } = this.#context
    const terminal = this.#terminal ? { terminal: this.#terminal } : {}
    const header = { kind: 'session', login: login.id, program, environment: this.#environment, ...terminal } as const
    const stream = login.link.open(header, this.#streamHandler())
    this.#stream = stream
    this.#pump = new Pump(this.#channel, stream, traffic, this.#recorder)
    this.#cancelDeadline = startDeadline(clock, login.link, startSeconds, () => {
      log.warn({ program: program.kind }, 'the device did not say whether the program runs')
      stream.reset('fault', `it gave no answer for ${startSeconds} seconds`)
    })
    for (const chunk of this.#early.splice(0)) this.#pump.fromClient(chunk)
    if (this.#earlyEnd) stream.end()
  }

  /** Ends what runs, or would have, because it may not go on without its recording. */
  #breakOff(text: string): void {
    if (this.#over) return
    this.#over = true
    this.#cancelDeadline()
    if (!this.#opened) this.#channel.reply(true)
    this.#say(text)
    this.#pump?.stop()
    this.#stream?.reset('closed', 'it could not be recorded')
    this.#channel.exitStatus(exitNotStarted)
    this.#channel.close()
    this.#endRecording()
  }

  #endRecording(): void {
    const recorder = this.#recorder
    if (recorder) this.#context.recordings.finish(recorder)
  }

  #streamHandler(): StreamHandler {
    return {
      onData: (chunk, lane) => this.#pump?.fromDevice(chunk, lane),
      onMessage: (message) => this.#hear(message),
      onEnd: () => {
        this.#ended = true
        this.#channel.eof()
        this.#finish()
      },
      onDrain: () => this.#pump?.linkDrained(),
      onClose: (reason, detail) => this.#streamClosed(reason, detail),
    }
  }

  #hear(message: StreamMessage): void {
    if (message.type === 'opened' && !this.#opened) this.#confirm()
    else if (message.type === 'exit-status' && !this.#exited) {
      this.#exited = true
      this.#recorder?.note('exit-status', String(message.code))
      this.#channel.exitStatus(message.code)
      this.#finish()
    } else if (message.type === 'exit-signal' && !this.#exited) {
      this.#exited = true
      this.#recorder?.note('exit-signal', message.name)
      this.#channel.exitSignal(message.name, message.coreDumped, message.message)
      this.#finish()
    }
  }

  #confirm(): void {
    this.#opened = true
    this.#cancelDeadline()
    this.#channel.reply(true)
    if (this.#terminal) this.#context.terminals.add(this)
    const { announcement } = this.#context.device
    if (this.#program?.kind === 'shell' && this.#terminal && announcement.trim() !== '') {
      this.#pump?.insert(announcementText(announcement))
    }
  }

  /** All output and the exit are with the client's channel: nothing more can come. */
  #finish(): void {
    if (!this.#ended || !this.#exited || this.#over) return
    this.#leave()
    this.#stream?.close()
    this.#channel.close()
    this.#endRecording()
  }

  #streamClosed(reason: ResetReason | undefined, detail: string): void {
    if (this.#over) return
    this.#leave()
    if (!this.#opened && reason === 'unknown_subsystem') this.#channel.reply(false)
    else if (!this.#opened) {
      // OpenSSH throws away what came on standard error when a request fails; so it succeeds, and the program "exits".
      this.#channel.reply(true)
      this.#say(refusedText(reason, detail))
      this.#channel.exitStatus(exitNotStarted)
    } else if (reason !== undefined && !this.#exited) {
      this.#say(brokenText(this.#context.device, reason, detail))
    }
    this.#channel.close()
    this.#endRecording()
  }

  #say(text: string): void {
    const line = `\nSshore: ${oneLine(text, 400)}\n`
    const bytes = Buffer.from(this.#terminal ? withTerminalLineEnds(line) : line.slice(1))
    this.#recorder?.output(bytes)
    this.#channel.write(bytes, true)
  }
}
