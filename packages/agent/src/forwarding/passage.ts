// Carries bytes between a stream and a connection of the device, each direction ended on its own. Neither side is
// promised room before the other has taken the bytes, so a reader that stops, at either end, stops the writer.
import type { ResetReason } from '@sshore/contract'
import type { Clock, LinkStream } from '@sshore/link'
import type { Login } from '../login/login.ts'
import type { Connection } from '../platform/platform.ts'

/** For a target to take what the client sent before it closed; sshd waits for ever. */
const partingSeconds = 60

export interface Passage {
  /** The stream, or the login, is over: nothing is to be made for it any more. */
  readonly over: boolean
  /** The connection stands. Takes it over. */
  serve(connection: Connection): void
  /** There will be no connection. */
  fail(reason: ResetReason, detail: string): void
}

/** What a passage ends with. */
export type Owner = Pick<Login, 'own'>

/** Takes the stream over, and holds it under the login. */
export function createPassage(stream: LinkStream, login: Owner, clock: Clock): Passage {
  const early: Uint8Array[] = []
  let connection: Connection | undefined
  let unconsumedBytes = 0
  let ended = false
  let over = false
  let parting = false
  let cancelParting: () => void = () => undefined

  const consumed = (bytes: number) => {
    unconsumedBytes -= bytes
    stream.consumed(bytes)
  }
  const finish = () => {
    over = true
    disown()
    cancelParting()
    connection?.[Symbol.dispose]()
    connection = undefined
  }
  const disown = login.own(() => {
    finish()
    stream.reset('closed', 'the login ended')
  })
  /** The target is gone: what the client still sends is dropped, and its room given back, as sshd does. */
  const targetClosed = () => {
    connection = undefined
    if (parting) return finish()
    over = true
    consumed(unconsumedBytes)
    stream.close()
  }
  const part = () => {
    if (parting) return
    parting = true
    over = true
    stream.close()
    if (!connection) return finish()
    cancelParting = clock.after(partingSeconds * 1000, finish)
    connection.close()
  }

  stream.handler = {
    onData: (chunk) => {
      unconsumedBytes += chunk.byteLength
      if (connection) connection.write(chunk)
      else if (over) consumed(chunk.byteLength)
      else early.push(chunk)
    },
    onMessage: () => undefined,
    onEnd: () => {
      ended = true
      connection?.end()
    },
    onPeerClose: part,
    onDrain: () => connection?.resume(),
    onClose: (reason) => {
      // After an orderly close the target may still be taking the last bytes.
      if (reason !== undefined || !parting) finish()
    },
  }
  return {
    get over() {
      return over
    },
    serve: (made) => {
      if (over) return made[Symbol.dispose]()
      connection = made
      made.handler = {
        onData: (chunk) => {
          if (parting) return
          if (!stream.write(chunk)) made.pause()
        },
        onTaken: consumed,
        onEnd: () => stream.end(),
        onClose: targetClosed,
      }
      stream.message({ type: 'opened' })
      for (const chunk of early.splice(0)) made.write(chunk)
      if (ended) made.end()
      made.resume()
    },
    fail: (reason, detail) => {
      if (over) return
      finish()
      stream.reset(reason, detail)
    },
  }
}
