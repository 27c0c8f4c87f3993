// One terminal in the browser, from the login to its last output. It outlives the browser's connection: whoever comes
// back with its token finds it as it was left, and takes it from whoever has it.
import { type SessionUid, type TerminalTicket, webTerminal, webTerminalClose } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import type { Logger } from 'pino'
import type { Admission } from '../authentication/gatekeeper.ts'
import { announcementText } from '../channels/announcement.ts'
import type { GatewayMetrics } from '../metrics.ts'
import { withTerminalLineEnds } from '../plain-text.ts'
import type { ActiveSession, ActiveSessions } from '../sessions/active-sessions.ts'
import type { SeatRecorder } from '../recording/seat-recorder.ts'
import { recordingLostText, type SessionRecordings } from '../recording/session-recordings.ts'
import type { SessionRecord } from '../sessions/session-record.ts'
import { DeviceShell, type ShellEnding } from './device-shell.ts'
import { type Farewell, farewellOf } from './farewell.ts'
import { FileLanes } from './file-lanes.ts'
import { Input } from './input.ts'
import { type BrowserMessage, errorOf } from './messages.ts'
import { Output } from './output.ts'
import { Resizes } from './resizes.ts'
import type { ResumeTokens } from './resume-tokens.ts'
import type { Screens } from './screens.ts'
import { sentence } from './sentence.ts'
import type { Size, Viewer } from './viewer.ts'

export interface WebSessionServices {
  readonly active: ActiveSessions
  readonly tokens: ResumeTokens<WebSession>
  readonly screens: Screens
  readonly metrics: GatewayMetrics
  readonly clock: Clock
  readonly log: Logger
}

/** Whose session it is; without the proof that opened it. */
export type Whose = Pick<TerminalTicket, 'user_id' | 'tenant_id' | 'token_version' | 'session' | 'by' | 'until'>

export interface WebSessionOpening {
  readonly uid: SessionUid
  readonly record: SessionRecord
  readonly recordings: SessionRecordings
  /** Of the terminal. */
  readonly seat: number
  /** Of the terminal, which may run; undefined: it is not recorded. */
  readonly recorder: SeatRecorder | undefined
  readonly admission: Admission
  readonly whose: Whose
  readonly term: string
  readonly size: Size
}

/** For the shell's last words to come, after the login has ended. */
const partingSeconds = 2

const takenOver = errorOf('taken_over', 'This terminal was opened in another window.', [
  'Go on there, or take it back here.',
])

const exitNote = ({ code, signal }: { code?: number; signal?: string }): [string, string] =>
  signal === undefined ? ['exit-status', String(code ?? '')] : ['exit-signal', signal]

export class WebSession implements ActiveSession {
  readonly uid: SessionUid
  readonly deviceUid: ActiveSession['deviceUid']
  readonly whose: Whose
  readonly #services: WebSessionServices
  readonly #admission: Admission
  readonly #record: SessionRecord
  readonly #recordings: SessionRecordings
  readonly #recorder: SeatRecorder | undefined
  readonly #shell: DeviceShell
  readonly #output: Output
  readonly #input: Input
  readonly #resizes: Resizes
  readonly #files: FileLanes
  readonly #seat: number
  readonly #started = Promise.withResolvers<Farewell | undefined>()
  readonly #over = Promise.withResolvers<void>()
  #viewer: Viewer | undefined
  #seen = false
  #cancelWait: () => void = () => undefined
  #cancelParting: () => void = () => undefined
  /** The program is over; told once all its output is. */
  #farewell: Farewell | undefined
  #loggedOut = false
  /** The end of the session's row. */
  #recorded: Promise<void> = Promise.resolve()
  #closed = false

  constructor(opening: WebSessionOpening, services: WebSessionServices) {
    const { uid, admission, whose, term, size, record, recordings, seat, recorder } = opening
    const { clock, metrics } = services
    this.uid = uid
    this.deviceUid = admission.device.uid
    this.whose = whose
    this.#services = services
    this.#admission = admission
    this.#record = record
    this.#recordings = recordings
    this.#recorder = recorder
    if (recorder) recorder.onLost = () => this.end(recordingLostText)
    this.#seat = seat
    for (const event of ['pty-req', 'shell']) this.#record.noteEvent(event, this.#seat)
    services.active.add(this)
    metrics.activeSessions.inc()
    this.#output = new Output({
      size,
      onConsumed: (bytes) => {
        const give = (): void => this.#shell.consumed(bytes)
        if (recorder) recorder.withhold(give)
        else give()
      },
      screens: services.screens,
      onDrained: () => this.#part(),
    })
    this.#shell = new DeviceShell(admission, term, size, clock, {
      onOpened: () => this.#opened(),
      onOutput: (bytes) => {
        metrics.traffic.fromDevices(bytes.length)
        recorder?.output(bytes)
        this.#output.fromDevice(bytes)
      },
      onRoom: () => this.#input.room(),
      onOver: (ending) => this.#programOver(ending),
    })
    this.#input = new Input((bytes) => {
      metrics.traffic.fromClients(bytes.length)
      return this.#shell.write(bytes)
    })
    this.#resizes = new Resizes(size, clock, (changed) => {
      this.#record.noteEvent('window-change', this.#seat)
      recorder?.resize(changed.columns, changed.rows)
      this.#output.resize(changed)
      this.#shell.resize(changed)
    })
    this.#files = new FileLanes(admission, { record, recordings }, { clock, traffic: metrics.traffic })
    admission.login.whenEnded((reason = 'closed') => {
      this.#cancelParting = clock.after(partingSeconds * 1000, () =>
        this.#programOver({ kind: 'broken', reason, detail: '' }),
      )
    })
  }

  /** Resolves once the shell runs, with why when it does not. */
  get started(): Promise<Farewell | undefined> {
    return this.#started.promise
  }

  /** Resolves when everything is closed and the server knows. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Its browser is gone, and may come back. */
  get waits(): boolean {
    return this.#seen && this.#viewer === undefined
  }

  /** What may open SFTP beside the terminal. */
  get files(): FileLanes {
    return this.#files
  }

  /** The viewer has the terminal from now on. `received` is what it has seen; undefined: it begins anew. */
  async attach(viewer: Viewer, received: number | undefined): Promise<void> {
    const resumed = this.#seen
    this.#seen = true
    this.#displace()
    this.#viewer = viewer
    this.#cancelWait()
    this.#resizes.now(viewer.size)
    this.#input.viewer = viewer
    viewer.listener = {
      onMessage: (message) => this.#hear(viewer, message),
      onRoom: () => {
        this.#services.tokens.confirm(this)
        this.#output.pump()
      },
      onClose: () => this.#left(viewer),
    }
    const restored = await this.#output.attach(viewer, received)
    if (!restored || this.#closed) return
    viewer.tell({
      ...{ type: 'ready', session: this.uid, ...this.#services.tokens.renew(this) },
      ...{ received: restored.received, input: this.#input.received, resumed },
      resume_seconds: webTerminal.resumeSeconds,
      window_bytes: webTerminal.windowBytes,
      input_window_bytes: webTerminal.inputWindowBytes,
    })
    if (restored.screen !== undefined) viewer.tell({ type: 'screen', text: restored.screen, ...viewer.size })
    this.#output.begin(restored.received)
    this.#part()
  }

  tellTerminals(text: string): void {
    this.#output.add(withTerminalLineEnds(text))
  }

  /** Tells the browser why, and ends everything at once. */
  end(reason: string): void {
    const next = ['Open the terminal again from the page of the device.']
    this.#close({ reply: errorOf('closed', sentence(reason), next), code: webTerminalClose.refused })
  }

  /** The server is stopping. */
  stop(): void {
    const reply = errorOf('stopping', 'The server is stopping.', ['Open the terminal again in a moment.'])
    this.#close({ reply, code: webTerminalClose.goingAway })
  }

  #opened(): void {
    const { announcement } = this.#admission.device
    if (announcement.trim() !== '') this.#add(announcementText(announcement))
    this.#started.resolve(undefined)
  }

  #add(text: string): void {
    this.#recorder?.output(Buffer.from(text))
    this.#output.add(text)
  }

  #hear(viewer: Viewer, message: BrowserMessage): void {
    if (viewer !== this.#viewer) return
    this.#services.tokens.confirm(this)
    if (message.type === 'input') this.#input.take(viewer, message.bytes)
    else if (message.type === 'resize') this.#resizes.soon(viewer.size)
    else if (message.type === 'leave') this.#close(undefined)
    else viewer.refuse('something that nobody asked for')
  }

  /** Another browser is here. */
  #displace(): void {
    const before = this.#viewer
    this.#viewer = undefined
    before?.tell(takenOver)
    before?.close(webTerminalClose.takenOver, takenOver.code)
    this.#files.closeAll(webTerminalClose.takenOver, takenOver)
  }

  #left(viewer: Viewer): void {
    if (viewer !== this.#viewer || this.#closed) return
    this.#viewer = undefined
    this.#input.viewer = undefined
    this.#output.detach()
    if (viewer.dialect === 'older') this.#close(undefined)
    else this.#wait()
  }

  /** For a browser to come back. */
  #wait(): void {
    this.#cancelWait()
    const milliseconds = webTerminal.resumeSeconds * 1000
    this.#cancelWait = this.#services.clock.after(milliseconds, () => this.#close(undefined))
  }

  #programOver(ending: ShellEnding): void {
    if (this.#farewell || this.#closed) return
    this.#farewell = farewellOf(ending, this.#admission.device)
    if (ending.kind === 'exited') this.#recorder?.note(...exitNote(ending))
    this.#shell.stop()
    this.#started.resolve(this.#farewell)
    // Nobody is logged in any more; only what was said is kept for a browser that is away.
    this.#logOut()
    if (!this.#viewer) this.#wait()
    this.#part()
  }

  /** All is said, once the output is. */
  #part(): void {
    const viewer = this.#viewer
    if (this.#farewell && viewer && this.#output.showsAll) this.#close(this.#farewell)
  }

  #logOut(): void {
    if (this.#loggedOut) return
    this.#loggedOut = true
    this.#cancelParting()
    const { active, metrics } = this.#services
    active.remove(this)
    metrics.activeSessions.dec()
    this.#files.closeAll(webTerminalClose.ended)
    this.#resizes[Symbol.dispose]()
    this.#admission.login.end()
    if (this.#recorder) this.#recordings.finish(this.#recorder)
    this.#recorded = this.#record.finish()
  }

  #close(farewell: Farewell | undefined): void {
    if (this.#closed) return
    this.#closed = true
    this.#cancelWait()
    this.#services.tokens.remove(this)
    this.#shell.stop()
    this.#started.resolve(farewell)
    if (farewell) this.#viewer?.tell(farewell.reply)
    this.#viewer?.close(farewell?.code ?? webTerminalClose.ended, farewell?.reply.type ?? 'left')
    this.#viewer = undefined
    this.#output[Symbol.dispose]()
    this.#logOut()
    void this.#recorded.then(() => this.#over.resolve())
  }
}
