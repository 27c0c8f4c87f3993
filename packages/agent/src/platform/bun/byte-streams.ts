// Pull and push of bytes through descriptors. Measured with Bun 1.4 on pipes: `Bun.file(fd).stream()` 2.4 GiB/s and
// bounded at the pipe's size while nobody reads, against 1.0 for the streams of `Bun.spawn`; a FileSink 3.5 GiB/s
// against 0.5 to 1.6 for `fs.write`, which also parks a thread of the pool per program that does not read.
import { closeSync } from 'node:fs'
import type { AgentClock, ByteSink, ByteSource, FileDescriptor, PseudoTerminal, TerminalSource } from '../platform.ts'
import { errnoOf, type Libc, linux } from './libc.ts'

/** A program that does not read its terminal's input is asked again after this long. */
const terminalRetryMilliseconds = 10
/** More than a terminal can hold: what comes later was written by others than the program that has ended. */
const terminalBacklogBytes = 262_144

interface ByteReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
}

/** End of file, or EIO: how Linux reports on the master that nobody has the terminal open any more. */
async function next(reader: ByteReader): Promise<Uint8Array | undefined> {
  try {
    const { done, value } = await reader.read()
    return done ? undefined : value
  } catch {
    return undefined
  }
}

/** Reads a pipe, which it takes over. */
export function sourceOf(descriptor: FileDescriptor): ByteSource {
  // Bun reads from a duplicate of its own, which `cancel` closes.
  const reader = Bun.file(descriptor).stream().getReader()
  let open = true
  return {
    read: () => next(reader),
    [Symbol.dispose]: () => {
      if (!open) return
      open = false
      reader.cancel().catch(() => undefined)
      closeSync(descriptor)
    },
  }
}

/** Whether bytes wait on the terminal. Unlike FIONREAD, poll(2) first flushes what is still on its way in the kernel. */
function hasOutput(libc: Libc, terminal: PseudoTerminal): boolean {
  // `struct pollfd`: the descriptor, then 16 bits of events asked for and 16 of events found (little-endian).
  const request = new Int32Array([terminal.master, linux.POLLIN])
  return libc.poll(request, 1, 0) > 0 && (((request[1] ?? 0) >>> 16) & linux.POLLIN) !== 0
}

/** Reads a terminal's master. */
export function terminalSourceOf(libc: Libc, clock: AgentClock, terminal: PseudoTerminal): TerminalSource {
  const reader = Bun.file(terminal.master).stream().getReader()
  let waiting: ((chunk: Uint8Array | undefined) => void) | undefined
  let ended = false
  let finishing = false
  let bytesSinceFinish = 0

  const give = (chunk: Uint8Array | undefined) => {
    const resolve = waiting
    waiting = undefined
    if (finishing) bytesSinceFinish += chunk?.byteLength ?? 0
    resolve?.(chunk)
  }
  const end = () => {
    ended = true
    give(undefined)
  }
  const check = () => {
    if (ended) return
    const isDrained = waiting !== undefined && !hasOutput(libc, terminal)
    if (isDrained || bytesSinceFinish > terminalBacklogBytes) end()
    else clock.after(terminalRetryMilliseconds, check)
  }
  return {
    read: () =>
      new Promise((resolve) => {
        waiting = resolve
        if (ended) give(undefined)
        else void next(reader).then(give)
      }),
    finish: () => {
      finishing = true
      check()
    },
    [Symbol.dispose]: () => {
      end()
      reader.cancel().catch(() => undefined)
    },
  }
}

/** Writes a pipe that was made non-blocking on this end. */
export function pipeSinkOf(descriptor: FileDescriptor): ByteSink {
  const sink = Bun.file(descriptor).writer({ highWaterMark: 1 })
  let open = true
  return {
    write: async (chunk) => {
      try {
        // A number: the pipe took it. A promise: the pipe is full, and the bytes are kept until it settles.
        const taken = sink.write(chunk)
        if (typeof taken !== 'number') await taken
        const flushed = sink.flush()
        if (typeof flushed !== 'number') await flushed
        return true
      } catch {
        return false
      }
    },
    [Symbol.dispose]: () => {
      if (!open) return
      open = false
      Promise.resolve(sink.end()).catch(() => undefined)
      closeSync(descriptor)
    },
  }
}

/** Writes a terminal's master by plain write(2): Bun's FileSink makes a terminal blocking and would stop the agent. */
export function terminalSinkOf(libc: Libc, clock: AgentClock, terminal: PseudoTerminal): ByteSink {
  let open = true
  const pause = () => new Promise<void>((resolve) => clock.after(terminalRetryMilliseconds, resolve))
  return {
    write: async (chunk) => {
      let rest = chunk
      while (open && rest.byteLength > 0) {
        const taken = Number(libc.write(terminal.master, rest, rest.byteLength))
        if (taken >= 0) {
          rest = rest.subarray(taken)
          continue
        }
        const errno = errnoOf(libc)
        if (errno === linux.EAGAIN) await pause()
        else if (errno !== linux.EINTR) return false
      }
      return open
    },
    [Symbol.dispose]: () => {
      open = false
    },
  }
}
