// Files beside a terminal: the device's SFTP subsystem under the same login, as it is, over WebSockets of its own.
import { webTerminal, webTerminalClose, type WebTerminalError } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import type { WebSocket } from 'ws'
import type { Admission } from '../authentication/gatekeeper.ts'
import type { Traffic } from '../channels/pump.ts'
import type { SeatRecorder } from '../recording/seat-recorder.ts'
import { notRecordedText, recordingLostText, type SessionRecordings } from '../recording/session-recordings.ts'
import type { SessionRecord } from '../sessions/session-record.ts'
import { FileLane } from './file-lane.ts'
import { errorOf } from './messages.ts'
import { sayGoodbye } from './say-goodbye.ts'
import { sentence } from './sentence.ts'

export interface FileLaneServices {
  readonly clock: Clock
  readonly traffic: Traffic
}

const tooMany = errorOf('too_many_files', `This terminal has ${webTerminal.filesPerSession} transfers already.`, [
  'Wait until one is done.',
])

export interface FileLaneRecords {
  readonly record: SessionRecord
  readonly recordings: SessionRecordings
}

const notRecorded = errorOf('not_started', sentence(notRecordedText), ['Ask an administrator of the namespace.'])
const recordingLost = errorOf('broken_off', sentence(recordingLostText), ['Ask an administrator of the namespace.'])

export class FileLanes {
  readonly #admission: Admission
  readonly #records: FileLaneRecords
  readonly #services: FileLaneServices
  readonly #lanes = new Set<FileLane>()
  /** Those that wait for their recording. */
  #opening = 0
  #closed = false

  constructor(admission: Admission, records: FileLaneRecords, services: FileLaneServices) {
    this.#admission = admission
    this.#records = records
    this.#services = services
  }

  /** Takes the WebSocket over. */
  open(webSocket: WebSocket): void {
    if (this.#lanes.size + this.#opening >= webTerminal.filesPerSession) {
      this.#refuse(webSocket, tooMany)
      return
    }
    const { record, recordings } = this.#records
    const seat = record.takeSeat()
    record.noteEvent('subsystem', seat)
    const recorder = recordings.start(seat, { kind: 'command', term: '', columns: 0, rows: 0 })
    if (!recorder) {
      this.#begin(webSocket, undefined)
      return
    }
    recorder.note('subsystem', 'sftp')
    this.#opening += 1
    void recorder.ready.then((ready) => {
      this.#opening -= 1
      if (ready && !this.#closed) {
        this.#begin(webSocket, recorder)
        return
      }
      recordings.finish(recorder)
      this.#refuse(webSocket, notRecorded)
    })
  }

  closeAll(code: number, error?: WebTerminalError): void {
    this.#closed = code !== webTerminalClose.takenOver
    for (const lane of [...this.#lanes]) lane.close(code, error)
  }

  #begin(webSocket: WebSocket, recorder: SeatRecorder | undefined): void {
    const lane = new FileLane(webSocket, this.#admission, { ...this.#services, recorder }, () => {
      this.#lanes.delete(lane)
      if (recorder) this.#records.recordings.finish(recorder)
    })
    if (recorder) recorder.onLost = () => lane.close(webTerminalClose.refused, recordingLost)
    this.#lanes.add(lane)
  }

  #refuse(webSocket: WebSocket, error: WebTerminalError): void {
    webSocket.send(JSON.stringify(error))
    sayGoodbye(webSocket, this.#services.clock, webTerminalClose.refused, error.code)
  }
}
