// A user's rights for the length of one call. Linux keeps them per thread: the C library's own functions change all
// threads of a process, the bare system calls used here only the one that runs JavaScript, and nothing else runs on it
// before the rights are back. Only the effective ids change, so the user gets no hold on this process (kill(2),
// ptrace(2)), and root's capabilities are off meanwhile (capabilities(7)).
import { ptr } from 'bun:ffi'
import { type Identity, SocketFailure } from '../platform.ts'
import type { Libc } from './libc.ts'

const numbersOf = {
  x64: { setgroups: 116, setresuid: 117, setresgid: 119 },
  arm64: { setgroups: 159, setresuid: 147, setresgid: 149 },
} as const

const same = -1
const root = 0

/** `act` must be synchronous, and must not start threads: they would keep the user's rights. */
export function actAs<T>(libc: Libc, identity: Identity, act: () => T): T {
  const numbers = process.arch === 'arm64' ? numbersOf.arm64 : process.arch === 'x64' ? numbersOf.x64 : undefined
  if (!numbers) throw new SocketFailure('this kind of processor is not supported')
  const call = (number: number, ...words: readonly [number, number, number]) =>
    Number(libc.syscall(number, ...words)) === 0
  const setGroups = (groups: readonly number[]) => {
    const list = new Uint32Array(groups)
    return call(numbers.setgroups, list.length, list.length === 0 ? 0 : Number(ptr(list)), 0)
  }
  const own = process.getgroups?.() ?? []
  const became =
    setGroups(identity.groups) &&
    call(numbers.setresgid, same, identity.gid, same) &&
    call(numbers.setresuid, same, identity.uid, same)
  try {
    if (!became) throw new SocketFailure('the agent may not act for this user')
    return act()
  } finally {
    const restored =
      call(numbers.setresuid, same, root, same) && call(numbers.setresgid, same, root, same) && setGroups(own)
    // Going on with another's rights, or with a mixture, would be worse than not going on.
    if (!restored) process.abort()
  }
}
