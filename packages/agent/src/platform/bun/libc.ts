// The C library's calls that Bun has no own face for. Numbers are Linux's, the same on x86-64 and arm64.
import { dlopen, read } from 'bun:ffi'

const symbols = {
  __errno_location: { args: [], returns: 'ptr' },
  strerror: { args: ['i32'], returns: 'cstring' },
  pipe2: { args: ['ptr', 'i32'], returns: 'i32' },
  flock: { args: ['i32', 'i32'], returns: 'i32' },
  fcntl: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  poll: { args: ['ptr', 'u64', 'i32'], returns: 'i32' },
  write: { args: ['i32', 'ptr', 'u64'], returns: 'i64' },
  posix_openpt: { args: ['i32'], returns: 'i32' },
  grantpt: { args: ['i32'], returns: 'i32' },
  unlockpt: { args: ['i32'], returns: 'i32' },
  ptsname_r: { args: ['i32', 'ptr', 'u64'], returns: 'i32' },
  ioctl: { args: ['i32', 'u64', 'ptr'], returns: 'i32' },
  tcgetattr: { args: ['i32', 'ptr'], returns: 'i32' },
  tcsetattr: { args: ['i32', 'i32', 'ptr'], returns: 'i32' },
  cfsetispeed: { args: ['ptr', 'u32'], returns: 'i32' },
  cfsetospeed: { args: ['ptr', 'u32'], returns: 'i32' },
  getrlimit: { args: ['i32', 'ptr'], returns: 'i32' },
  setrlimit: { args: ['i32', 'ptr'], returns: 'i32' },
  initgroups: { args: ['cstring', 'u32'], returns: 'i32' },
  madvise: { args: ['u64', 'u64', 'i32'], returns: 'i32' },
  signal: { args: ['i32', 'ptr'], returns: 'ptr' },
  execve: { args: ['ptr', 'ptr', 'ptr'], returns: 'i32' },
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  connect: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
  inet_pton: { args: ['i32', 'cstring', 'ptr'], returns: 'i32' },
  syscall: { args: ['i64', 'i64', 'i64', 'i64'], returns: 'i64' },
} as const

const names: readonly string[] = [
  'libc.so.6',
  'libc.so',
  `libc.musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`,
]

function open() {
  for (const name of names) {
    try {
      return dlopen(name, symbols).symbols
    } catch {
      continue
    }
  }
  throw new Error(`No C library found under any of ${names.join(', ')}`)
}

export type Libc = ReturnType<typeof open>

/** Opens the C library; about 0.6 MB of memory, so only programs that need it ask. */
export const openLibc: () => Libc = open

/** errno of the last call. Nothing else may run in between. */
export function errnoOf(libc: Libc): number {
  const location = libc.__errno_location()
  return location === null ? 0 : read.i32(location, 0)
}

/** The system's own word for a failure. */
export const failureWord = (libc: Libc, errno: number): string => String(libc.strerror(errno))

/** The last call's failure as an error that names the call. */
export function failureOf(libc: Libc, call: string): Error {
  const errno = errnoOf(libc)
  return new Error(`${call} failed: ${failureWord(libc, errno)}`)
}

/** From <fcntl.h>, <sys/file.h>, <errno.h>, <sys/ioctl.h>, <sys/resource.h>, <poll.h>, <sys/mman.h>. */
export const linux = {
  O_RDWR: 0o2,
  O_CREAT: 0o100,
  O_NOCTTY: 0o400,
  O_NONBLOCK: 0o4000,
  O_CLOEXEC: 0o2000000,
  F_SETFD: 2,
  F_GETFL: 3,
  F_SETFL: 4,
  F_SETPIPE_SZ: 1031,
  EINPROGRESS: 115,
  EAGAIN: 11,
  EINTR: 4,
  TIOCSCTTY: 0x540e,
  TIOCSWINSZ: 0x5414,
  RLIMIT_NOFILE: 7,
  TCSANOW: 0,
  LOCK_EX: 2,
  LOCK_NB: 4,
  POLLIN: 1,
  MADV_DONTNEED: 4,
  AF_UNIX: 1,
  AF_INET: 2,
  AF_INET6: 10,
  SOCK_STREAM: 1,
  SOCK_NONBLOCK: 0o4000,
  SOCK_CLOEXEC: 0o2000000,
} as const
