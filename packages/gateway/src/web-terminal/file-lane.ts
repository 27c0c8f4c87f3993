// One connection for files: bytes of SFTP version 3 both ways, each side held up when the other does not take them.
import { type ResetReason, webTerminalClose, type WebTerminalError } from '@sshore/contract'
import { lanes, type LinkStream, type StreamHandler } from '@sshore/link'
import type { WebSocket } from 'ws'
import type { Admission } from '../authentication/gatekeeper.ts'
import { startDeadline } from '../channels/start-deadline.ts'
import { farewellOf } from './farewell.ts'
import type { SeatRecorder } from '../recording/seat-recorder.ts'
import type { FileLaneServices } from './file-lanes.ts'
import { heartbeat } from './heartbeat.ts'
import { errorOf } from './messages.ts'
import { sayGoodbye } from './say-goodbye.ts'

const startSeconds = 30
const program = { kind: 'subsystem', name: 'sftp' } as const

const noSubsystem = errorOf('not_started', 'The device serves no files (it has no SFTP).', [
  'On a device with an older agent, copy files with the terminal.',
])

export class FileLane {
  readonly #webSocket: WebSocket
  readonly #admission: Admission
  readonly #services: FileLaneServices & { readonly recorder: SeatRecorder | undefined }
  readonly #stream: LinkStream
  readonly #onOver: () => void
  readonly #cancelDeadline: () => void
  readonly #endHeartbeat: () => void
  #opened = false
  #over = false

  constructor(
    webSocket: WebSocket,
    admission: Admission,
    services: FileLaneServices & { readonly recorder: SeatRecorder | undefined },
    onOver: () => void,
  ) {
    this.#webSocket = webSocket
    this.#admission = admission
    this.#services = services
    this.#onOver = onOver
    const { login } = admission
    this.#stream = login.link.open({ kind: 'session', login: login.id, program, environment: {} }, this.#handler())
    this.#cancelDeadline = startDeadline(services.clock, login.link, startSeconds, () =>
      this.#stream.reset('fault', `it gave no answer for ${startSeconds} seconds`),
    )
    this.#endHeartbeat = heartbeat(webSocket, services.clock)
    webSocket.on('message', (content: Buffer, isBinary: boolean) => this.#hear(content, isBinary))
    webSocket.on('close', () => this.#finish(() => this.#stream.reset('closed', 'the browser left')))
  }

  close(code: number, error?: WebTerminalError): void {
    this.#finish(() => {
      this.#stream.reset('closed', 'the terminal was closed')
      if (error) this.#webSocket.send(JSON.stringify(error))
      sayGoodbye(this.#webSocket, this.#services.clock, code, error?.code ?? '')
    })
  }

  #hear(content: Buffer, isBinary: boolean): void {
    if (this.#over) return
    if (!isBinary || !this.#opened) {
      const what = isBinary ? 'bytes before it was told that it may' : 'text where bytes belong'
      const next = ['Reload the page; it may be of another version.']
      this.close(webTerminalClose.protocol, errorOf('bad_message', `The page sent ${what}.`, next))
      return
    }
    this.#services.traffic.fromClients(content.length)
    this.#services.recorder?.input(content.length)
    if (!this.#stream.write(content)) this.#webSocket.pause()
  }

  #handler(): StreamHandler {
    return {
      onData: (bytes, lane) => {
        this.#services.traffic.fromDevices(bytes.length)
        this.#services.recorder?.output(bytes)
        // What the subsystem complains about is for the device's own log.
        if (this.#over || lane !== lanes.main) this.#stream.consumed(bytes.length)
        else this.#webSocket.send(bytes, () => this.#stream.consumed(bytes.length))
      },
      onMessage: ({ type }) => {
        if (type !== 'opened' || this.#opened || this.#over) return
        this.#opened = true
        this.#cancelDeadline()
        this.#webSocket.resume()
        this.#webSocket.send(JSON.stringify({ type: 'opened' }))
      },
      onEnd: () => this.#ended(undefined, ''),
      onDrain: () => this.#webSocket.resume(),
      onClose: (reason, detail) => this.#ended(reason, detail),
    }
  }

  #ended(reason: ResetReason | undefined, detail: string): void {
    if (this.#over) return
    if (!this.#opened && reason === 'unknown_subsystem') return this.close(webTerminalClose.refused, noSubsystem)
    if (this.#opened && reason === undefined) return this.close(webTerminalClose.ended)
    const kind = this.#opened ? 'broken' : 'refused'
    const { reply } = farewellOf({ kind, reason: reason ?? 'closed', detail }, this.#admission.device)
    return this.close(webTerminalClose.refused, reply.type === 'error' ? reply : undefined)
  }

  #finish(last: () => void): void {
    if (this.#over) return
    this.#over = true
    this.#cancelDeadline()
    this.#endHeartbeat()
    last()
    this.#onOver()
  }
}
