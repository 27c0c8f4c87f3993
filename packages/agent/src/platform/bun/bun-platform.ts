import { closeSync } from 'node:fs'
import type { AgentClock, Platform } from '../platform.ts'
import { pipeSinkOf, sourceOf, terminalSinkOf, terminalSourceOf } from './byte-streams.ts'
import { cryptCaller } from './crypt.ts'
import { type Libc, openLibc } from './libc.ts'
import { lockFile } from './lock-file.ts'
import { loginRecorder } from './login-records.ts'
import { releaseMemory } from './memory.ts'
import { openFilesForLogins, openPipe, spawn, withoutBlocking } from './processes.ts'
import { createSockets } from './sockets.ts'
import { openTerminal } from './terminal.ts'
import { dialWebSocket } from './web-socket.ts'

const systemClock: AgentClock = {
  now: () => performance.now(),
  calendar: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** In a compiled program the sources live in a virtual folder, and the program is its own interpreter. */
const compiledSources = '/$bunfs/'

/** Also right after the file was replaced by a newer one: the running program stays what it is until it ends. */
function selfCommand(): readonly string[] {
  return Bun.main.startsWith(compiledSources) ? ['/proc/self/exe'] : [process.execPath, Bun.main]
}

export interface BunPlatformOptions {
  /** HTTP proxy for the link, for example `http://proxy:3128`. */
  readonly proxy?: string | undefined
}

export function createBunPlatform(options: BunPlatformOptions = {}): Platform {
  const openFiles = openFilesForLogins()
  let loaded: Libc | undefined
  const libc = () => (loaded ??= openLibc())
  return {
    clock: systemClock,
    self: selfCommand(),
    spawn: (program) => spawn(libc(), openFiles, program),
    pipe: (owner) => openPipe(libc(), owner),
    lockFile: (path) => lockFile(libc(), path),
    close: closeSync,
    source: sourceOf,
    terminalSource: (terminal) => terminalSourceOf(libc(), systemClock, terminal),
    pipeSink: (descriptor) => pipeSinkOf(withoutBlocking(libc(), descriptor)),
    terminalSink: (terminal) => terminalSinkOf(libc(), systemClock, terminal),
    openTerminal: (terminal, owner) => openTerminal(libc(), terminal, owner),
    releaseMemory: () => releaseMemory(libc()),
    recordLogin: loginRecorder(),
    crypt: cryptCaller(),
    sockets: createSockets(libc),
    dial: (url, socket) => dialWebSocket(url, socket, options.proxy),
  }
}
