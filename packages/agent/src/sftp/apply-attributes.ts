// SETSTAT and its two siblings: the same four changes, by path, by handle, or on a link itself.
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  futimesSync,
  lchownSync,
  lutimesSync,
  openSync,
  truncateSync,
  utimesSync,
} from 'node:fs'
import type { RequestedAttributes } from './attributes.ts'
import { requireExact } from './operation.ts'
import { statusCode } from './protocol.ts'
import { SftpFailure } from './sftp-failure.ts'

/** How one kind of target is changed. Each call throws as its system call does. */
interface Changes {
  resize(bytes: number): void
  setMode(mode: number): void
  setTimes(accessSeconds: number, modifySeconds: number): void
  setOwner(uid: number, gid: number): void
}

/** Does all that is asked even if some of it fails, as OpenSSH does, and then throws the last failure. */
function apply(requested: RequestedAttributes, changes: Changes): void {
  const { sizeBytes, mode, times, owner } = requested
  let failed: { readonly failure: unknown } | undefined
  const attempt = (change: () => void) => {
    try {
      change()
    } catch (failure) {
      failed = { failure }
    }
  }
  if (sizeBytes !== undefined) attempt(() => changes.resize(requireExact(sizeBytes)))
  if (mode !== undefined) attempt(() => changes.setMode(mode))
  if (times !== undefined) attempt(() => changes.setTimes(times.accessSeconds, times.modifySeconds))
  // Last, because a change of owner takes the set-user-id bits away, and after it the rest might not be allowed.
  if (owner !== undefined) attempt(() => changes.setOwner(owner.uid, owner.gid))
  if (failed) throw failed.failure
}

export function changePath(path: Buffer, requested: RequestedAttributes): void {
  apply(requested, {
    resize: (bytes) => truncateSync(path, bytes),
    setMode: (mode) => chmodSync(path, mode),
    setTimes: (access, modify) => utimesSync(path, access, modify),
    setOwner: (uid, gid) => chownSync(path, uid, gid),
  })
}

export function changeDescriptor(descriptor: number, requested: RequestedAttributes): void {
  apply(requested, {
    resize: (bytes) => ftruncateSync(descriptor, bytes),
    setMode: (mode) => fchmodSync(descriptor, mode),
    setTimes: (access, modify) => futimesSync(descriptor, access, modify),
    setOwner: (uid, gid) => fchownSync(descriptor, uid, gid),
  })
}

/** O_PATH of Linux, the same on x86-64 and arm64: names a file without opening it. */
const openPathOnly = 0o10000000

/** Linux has no lchmod(2); this is how its C libraries do it without a race. A link's own mode cannot be changed. */
function setModeOfLink(path: Buffer, mode: number): void {
  if (process.platform !== 'linux') throw new SftpFailure(statusCode.opUnsupported)
  const descriptor = openSync(path, openPathOnly | constants.O_NOFOLLOW)
  try {
    if (fstatSync(descriptor).isSymbolicLink()) {
      throw new SftpFailure(statusCode.failure, 'a link has no mode of its own')
    }
    chmodSync(`/proc/self/fd/${descriptor}`, mode)
  } finally {
    closeSync(descriptor)
  }
}

/** `lsetstat@openssh.com`: a link is changed itself, not what it points to. */
export function changeLink(path: Buffer, requested: RequestedAttributes): void {
  apply(requested, {
    resize: () => {
      throw new SftpFailure(statusCode.badMessage)
    },
    setMode: (mode) => setModeOfLink(path, mode),
    setTimes: (access, modify) => lutimesSync(path, access, modify),
    setOwner: (uid, gid) => lchownSync(path, uid, gid),
  })
}
