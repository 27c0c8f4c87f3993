import { closeSync, openSync } from 'node:fs'
import { errnoOf, failureOf, type Libc, linux } from './libc.ts'

const ownersAlone = 0o600

/** The kernel frees the lock however the process ends, so that there is never a stale one; see flock(2). */
export function lockFile(libc: Libc, path: string): Disposable | undefined {
  // Programs of users must not inherit it: they may outlive the agent.
  const descriptor = openSync(path, linux.O_RDWR | linux.O_CREAT | linux.O_CLOEXEC, ownersAlone)
  if (libc.flock(descriptor, linux.LOCK_EX | linux.LOCK_NB) === 0) {
    return { [Symbol.dispose]: () => closeSync(descriptor) }
  }
  const held = errnoOf(libc) === linux.EAGAIN
  const failure = failureOf(libc, 'flock')
  closeSync(descriptor)
  if (held) return undefined
  throw failure
}
