// utmp(5) and wtmp, through the C library, which knows the locks and finds the slot. musl has these calls as stubs.
import { dlopen } from 'bun:ffi'
import { encodeLoginRecord } from '../login-record.ts'
import type { LoginRecord } from '../platform.ts'

const wtmp = '/var/log/wtmp'

function openRecords() {
  try {
    return dlopen('libc.so.6', {
      setutxent: { args: [], returns: 'void' },
      pututxline: { args: ['ptr'], returns: 'ptr' },
      endutxent: { args: [], returns: 'void' },
      updwtmpx: { args: ['cstring', 'ptr'], returns: 'void' },
    }).symbols
  } catch {
    return undefined
  }
}

/** Returns what writes records; a system without the files or the calls has none, and that is fine. */
export function loginRecorder(): (record: LoginRecord) => void {
  let library: ReturnType<typeof openRecords> | undefined
  let tried = false
  return (record) => {
    if (!tried) {
      tried = true
      library = openRecords()
    }
    if (!library || (process.arch !== 'x64' && process.arch !== 'arm64')) return
    const bytes = encodeLoginRecord(record, process.arch)
    library.setutxent()
    library.pututxline(bytes)
    library.endutxent()
    library.updwtmpx(new TextEncoder().encode(`${wtmp}\0`), bytes)
  }
}
