import { chmodSync, chownSync, closeSync, constants, openSync, readFileSync } from 'node:fs'
import type { Terminal } from '@sshore/contract'
import type { FileDescriptor, Owner, PseudoTerminal, TerminalSize } from '../platform.ts'
import { applyModes, speedsOf, termiosBytes } from '../terminal-modes.ts'
import { failureOf, type Libc, linux } from './libc.ts'

const nameBytes = 128
/** Owner reads and writes, group `tty` writes: what write(1) and wall(1) expect, and what sshd leaves. */
const terminalMode = 0o620

/** Group `tty`, or the user's own where there is none. */
function terminalGroup(fallback: number): number {
  const line = readFileSync('/etc/group', 'utf8')
    .split('\n')
    .find((candidate) => candidate.startsWith('tty:'))
  const id = Number(line?.split(':')[2])
  return line !== undefined && Number.isInteger(id) ? id : fallback
}

/** `struct winsize`: rows, columns, width and height in pixels, 16 bits each. */
function setSize(libc: Libc, terminal: FileDescriptor, size: TerminalSize): void {
  const winsize = new Uint16Array([size.rows, size.columns, size.widthPixels, size.heightPixels])
  if (libc.ioctl(terminal, linux.TIOCSWINSZ, winsize) !== 0) throw failureOf(libc, 'TIOCSWINSZ')
}

function setModes(libc: Libc, terminal: FileDescriptor, modes: Terminal['modes']): void {
  const termios = new Uint8Array(termiosBytes)
  if (libc.tcgetattr(terminal, termios) !== 0) throw failureOf(libc, 'tcgetattr')
  applyModes(termios, modes)
  const { input, output } = speedsOf(modes)
  if (input !== undefined) libc.cfsetispeed(termios, input)
  if (output !== undefined) libc.cfsetospeed(termios, output)
  if (libc.tcsetattr(terminal, linux.TCSANOW, termios) !== 0) throw failureOf(libc, 'tcsetattr')
}

function openMaster(libc: Libc): { master: FileDescriptor; path: string } {
  const master = libc.posix_openpt(linux.O_RDWR | linux.O_NOCTTY | linux.O_CLOEXEC)
  if (master < 0) throw failureOf(libc, 'posix_openpt')
  try {
    const name = new Uint8Array(nameBytes)
    if (libc.grantpt(master) !== 0) throw failureOf(libc, 'grantpt')
    if (libc.unlockpt(master) !== 0) throw failureOf(libc, 'unlockpt')
    if (libc.ptsname_r(master, name, nameBytes) !== 0) throw failureOf(libc, 'ptsname_r')
    libc.fcntl(master, linux.F_SETFL, linux.O_RDWR | linux.O_NONBLOCK)
    return { master, path: new TextDecoder().decode(name.subarray(0, name.indexOf(0))) }
  } catch (failure) {
    closeSync(master)
    throw failure
  }
}

/**
 * Opens a pseudo-terminal with the client's size and modes. It is handed over to its owner now, before any program can
 * look at it.
 */
export function openTerminal(libc: Libc, terminal: Terminal, owner: Owner): PseudoTerminal {
  const { master, path } = openMaster(libc)
  const open = new Set([master])
  const close = (descriptor: FileDescriptor) => {
    if (open.delete(descriptor)) closeSync(descriptor)
  }
  try {
    const slave = openSync(path, constants.O_RDWR | constants.O_NOCTTY)
    open.add(slave)
    // An agent that is not root finds the terminal to be its own already, and may not change its group.
    if (process.getuid?.() === 0) {
      chownSync(path, owner.uid, terminalGroup(owner.gid))
      chmodSync(path, terminalMode)
    }
    setModes(libc, slave, terminal.modes)
    setSize(libc, slave, terminal)
    return {
      master,
      slave,
      path,
      releaseSlave: () => close(slave),
      resize: (size) => {
        if (open.has(master)) setSize(libc, master, size)
      },
      [Symbol.dispose]: () => {
        close(slave)
        if (open.has(master)) restoreOwner(path)
        close(master)
      },
    }
  } catch (failure) {
    for (const descriptor of open) closeSync(descriptor)
    throw failure
  }
}

/** The next to get this terminal's number must not find it open to the last user; the system may have removed it. */
function restoreOwner(path: string): void {
  try {
    chownSync(path, 0, 0)
    chmodSync(path, 0o600)
  } catch {
    // Already gone.
  }
}
