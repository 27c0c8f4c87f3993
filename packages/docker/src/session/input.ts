// From the link into a program: one write at a time, credit given back only for what the engine took.
import type { LinkStream } from '@sshore/link'
import type { RunningExec } from '../engine/exec.ts'

export interface Input extends Disposable {
  /** Bytes from the peer, for `StreamHandler.onData`. */
  push(chunk: Uint8Array): void
  /** The peer sends no more. */
  end(): void
  /** The program is there; what came before goes first. */
  open(exec: Pick<RunningExec, 'write' | 'end'>, onTerminal: boolean): void
  /** Drops what waits. */
  [Symbol.dispose](): void
}

/** What a terminal takes for the end of input; closing a terminal's connection would end its output as well. */
const endOfInput = Buffer.from([4])

/** Bounded by the link: a peer whose bytes are not consumed runs out of credit. */
export function createInput(stream: LinkStream): Input {
  const waiting: Uint8Array[] = []
  let exec: Pick<RunningExec, 'write' | 'end'> | undefined
  let terminal = false
  let writing = false
  let ended = false
  let gone = false

  const run = async () => {
    if (!exec || writing) return
    writing = true
    for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
      if (!gone && !(await exec.write(chunk))) gone = true
      stream.consumed(chunk.byteLength)
    }
    writing = false
    if (!ended || gone) return
    gone = true
    if (terminal) void exec.write(endOfInput)
    else exec.end()
  }

  return {
    push: (chunk) => {
      waiting.push(chunk)
      if (gone && !exec) stream.consumed(chunk.byteLength)
      void run()
    },
    end: () => {
      ended = true
      void run()
    },
    open: (opened, onTerminal) => {
      exec = opened
      terminal = onTerminal
      void run()
    },
    [Symbol.dispose]: () => {
      gone = true
      ended = true
      waiting.length = 0
    },
  }
}
