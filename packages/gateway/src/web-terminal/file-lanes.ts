// Files beside a terminal: the device's SFTP subsystem under the same login, as it is, over WebSockets of its own.
import { webTerminal, webTerminalClose, type WebTerminalError } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import type { WebSocket } from 'ws'
import type { Admission } from '../authentication/gatekeeper.ts'
import type { Traffic } from '../channels/pump.ts'
import type { SessionRecord } from '../sessions/session-record.ts'
import { FileLane } from './file-lane.ts'
import { errorOf } from './messages.ts'
import { sayGoodbye } from './say-goodbye.ts'

export interface FileLaneServices {
  readonly clock: Clock
  readonly traffic: Traffic
}

const tooMany = errorOf('too_many_files', `This terminal has ${webTerminal.filesPerSession} transfers already.`, [
  'Wait until one is done.',
])

export class FileLanes {
  readonly #admission: Admission
  readonly #record: SessionRecord
  readonly #services: FileLaneServices
  readonly #lanes = new Set<FileLane>()

  constructor(admission: Admission, record: SessionRecord, services: FileLaneServices) {
    this.#admission = admission
    this.#record = record
    this.#services = services
  }

  /** Takes the WebSocket over. */
  open(webSocket: WebSocket): void {
    const { clock, traffic } = this.#services
    if (this.#lanes.size >= webTerminal.filesPerSession) {
      webSocket.send(JSON.stringify(tooMany))
      sayGoodbye(webSocket, clock, webTerminalClose.refused, tooMany.code)
      return
    }
    this.#record.noteEvent('subsystem', this.#record.takeSeat())
    const lane = new FileLane(webSocket, this.#admission, { clock, traffic }, () => this.#lanes.delete(lane))
    this.#lanes.add(lane)
  }

  closeAll(code: number, error?: WebTerminalError): void {
    for (const lane of [...this.#lanes]) lane.close(code, error)
  }
}
