import { closeSync, fchownSync, readFileSync } from 'node:fs'
import type { Child, Exit, Owner, Pipe, SpawnOptions } from '../platform.ts'
import { watchForCore } from './core-dump.ts'
import { failureOf, type Libc, linux } from './libc.ts'

/** Large enough that a bulk copy wakes the agent seldom, small enough to stay below every system's default limit. */
const pipeBytes = 262_144
/** What systemd and the kernel give a login by default. */
const usualOpenFiles = 1024n

/**
 * The soft limit of open files for what we start. Bun raises its own to the hard limit before any code runs, and
 * children would inherit that: programs that walk all descriptors get slow, ones that use select(2) break.
 */
export function openFilesForLogins(): bigint {
  try {
    // A parent that is not init (a shell, a supervisor, a container's start) still has the limit that was meant.
    if (process.ppid <= 1) return usualOpenFiles
    const limits = readFileSync(`/proc/${process.ppid}/limits`, 'utf8')
    const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
    return soft === undefined ? usualOpenFiles : BigInt(soft)
  } catch {
    return usualOpenFiles
  }
}

/** Runs with the login's limit in force. Spawning is synchronous, so nothing of ours runs under it but the spawn. */
function underLoginLimit<T>(libc: Libc, openFiles: bigint, spawn: () => T): T {
  const own = new BigUint64Array(2)
  if (libc.getrlimit(linux.RLIMIT_NOFILE, own) !== 0) return spawn()
  const [, hard] = own
  if (hard === undefined) return spawn()
  libc.setrlimit(linux.RLIMIT_NOFILE, new BigUint64Array([openFiles < hard ? openFiles : hard, hard]))
  try {
    return spawn()
  } finally {
    libc.setrlimit(linux.RLIMIT_NOFILE, own)
  }
}

export function spawn(libc: Libc, openFiles: bigint, options: SpawnOptions): Child {
  const child = underLoginLimit(libc, openFiles, () =>
    Bun.spawn([...options.argv], {
      env: { ...options.environment },
      cwd: options.directory,
      stdio: [...options.descriptors] as [number, number, number],
      detached: true,
    }),
  )
  const leftCore = watchForCore(libc, child.pid)
  const exited = child.exited.then((status): Exit => {
    const coreDumped = leftCore()
    if (child.signalCode === null) return { code: child.exitCode ?? status }
    return { signal: String(child.signalCode).replace(/^SIG/, ''), coreDumped }
  })
  return { pid: child.pid, exited }
}

/** A pipe with a large buffer. */
export function openPipe(libc: Libc, owner: Owner | undefined): Pipe {
  const ends = new Int32Array(2)
  if (libc.pipe2(ends, linux.O_CLOEXEC) !== 0) throw failureOf(libc, 'pipe2')
  const [readEnd, writeEnd] = ends
  if (readEnd === undefined || writeEnd === undefined) throw new Error('pipe2 gave no descriptors')
  // May fail where the user's quota for pipes is used up; the default size serves too.
  libc.fcntl(writeEnd, linux.F_SETPIPE_SZ, pipeBytes)
  if (owner && owner.uid !== process.getuid?.()) fchownSync(writeEnd, owner.uid, owner.gid)
  return { readEnd, writeEnd }
}

/** Makes our end of a pipe non-blocking; the program's end is another open file and stays as it expects it. */
export function withoutBlocking(libc: Libc, descriptor: number): number {
  const flags = libc.fcntl(descriptor, linux.F_GETFL, 0)
  if (flags < 0 || libc.fcntl(descriptor, linux.F_SETFL, flags | linux.O_NONBLOCK) !== 0) {
    closeSync(descriptor)
    throw failureOf(libc, 'fcntl')
  }
  return descriptor
}
