// The encoded terminal modes of RFC 4254 section 8 against Linux's termios: pure, so that it can be tested anywhere.

/** Index in `c_cc`, from <bits/termios-c_cc.h>. Linux has neither VDSUSP, VFLUSH nor VSTATUS. */
const controlCharacters: Readonly<Record<string, number>> = {
  VINTR: 0,
  VQUIT: 1,
  VERASE: 2,
  VKILL: 3,
  VEOF: 4,
  VSWTCH: 7,
  VSTART: 8,
  VSTOP: 9,
  VSUSP: 10,
  VEOL: 11,
  VREPRINT: 12,
  VDISCARD: 13,
  VWERASE: 14,
  VLNEXT: 15,
  VEOL2: 16,
}

const inputFlags: Readonly<Record<string, number>> = {
  IGNPAR: 0o4,
  PARMRK: 0o10,
  INPCK: 0o20,
  ISTRIP: 0o40,
  INLCR: 0o100,
  IGNCR: 0o200,
  ICRNL: 0o400,
  IUCLC: 0o1000,
  IXON: 0o2000,
  IXANY: 0o4000,
  IXOFF: 0o10000,
  IMAXBEL: 0o20000,
  IUTF8: 0o40000,
}

const outputFlags: Readonly<Record<string, number>> = {
  OPOST: 0o1,
  OLCUC: 0o2,
  ONLCR: 0o4,
  OCRNL: 0o10,
  ONOCR: 0o20,
  ONLRET: 0o40,
}

/** CS7 and CS8 are values of one two-bit field, not bits of their own. */
const characterSizes: Readonly<Record<string, number>> = { CS7: 0o40, CS8: 0o60 }
const characterSizeMask = 0o60
const controlFlags: Readonly<Record<string, number>> = { PARENB: 0o400, PARODD: 0o1000 }

const localFlags: Readonly<Record<string, number>> = {
  ISIG: 0o1,
  ICANON: 0o2,
  XCASE: 0o4,
  ECHO: 0o10,
  ECHOE: 0o20,
  ECHOK: 0o40,
  ECHONL: 0o100,
  NOFLSH: 0o200,
  TOSTOP: 0o400,
  ECHOCTL: 0o1000,
  ECHOKE: 0o4000,
  PENDIN: 0o40000,
  IEXTEN: 0o100000,
}

/** Bits per second → the B constant of <termios.h>. */
const speeds: Readonly<Record<number, number>> = {
  0: 0,
  50: 1,
  75: 2,
  110: 3,
  134: 4,
  150: 5,
  200: 6,
  300: 7,
  600: 8,
  1200: 9,
  1800: 10,
  2400: 11,
  4800: 12,
  9600: 13,
  19200: 14,
  38400: 15,
  57600: 0o10001,
  115200: 0o10002,
  230400: 0o10003,
  460800: 0o10004,
  500000: 0o10005,
  576000: 0o10006,
  921600: 0o10007,
  1000000: 0o10010,
  1152000: 0o10011,
  1500000: 0o10012,
  2000000: 0o10013,
  2500000: 0o10014,
  3000000: 0o10015,
  3500000: 0o10016,
  4000000: 0o10017,
}

/** Size of `struct termios` in glibc and musl: four flag words, line, 32 control characters, padding, two speeds. */
export const termiosBytes = 60
const offsets = { input: 0, output: 4, control: 8, local: 12, characters: 17 } as const

/** RFC 4254: 255 means that the character is disabled; Linux writes that as 0 (_POSIX_VDISABLE). */
const disabledOnWire = 255

type Modes = Readonly<Record<string, number>>

function withFlags(word: number, table: Readonly<Record<string, number>>, modes: Modes): number {
  return Object.entries(table).reduce((flags, [name, bit]) => {
    const value = modes[name]
    if (value === undefined) return flags
    return value === 0 ? flags & ~bit : flags | bit
  }, word)
}

/** As OpenSSH does, a size that is switched off leaves the other one alone, and CS8 is read after CS7. */
function withCharacterSize(word: number, modes: Modes): number {
  return Object.entries(characterSizes).reduce(
    (flags, [name, bits]) => ((modes[name] ?? 0) === 0 ? flags : (flags & ~characterSizeMask) | bits),
    word,
  )
}

/** Changes a `struct termios` in place as the client's modes ask; names it does not know are left alone. */
export function applyModes(termios: Uint8Array, modes: Modes): void {
  const view = new DataView(termios.buffer, termios.byteOffset, termios.byteLength)
  const change = (offset: number, next: (word: number) => number) =>
    view.setUint32(offset, next(view.getUint32(offset, true)) >>> 0, true)
  change(offsets.input, (word) => withFlags(word, inputFlags, modes))
  change(offsets.output, (word) => withFlags(word, outputFlags, modes))
  change(offsets.control, (word) => withCharacterSize(withFlags(word, controlFlags, modes), modes))
  change(offsets.local, (word) => withFlags(word, localFlags, modes))
  for (const [name, index] of Object.entries(controlCharacters)) {
    const value = modes[name]
    if (value !== undefined) termios[offsets.characters + index] = value === disabledOnWire ? 0 : value & 0xff
  }
}

/** Speeds the client asks for, as B constants; undefined where it does not ask or Linux has no such constant. */
export function speedsOf(modes: Modes): { input: number | undefined; output: number | undefined } {
  const constantOf = (name: string) => {
    const bitsPerSecond = modes[name]
    return bitsPerSecond === undefined ? undefined : speeds[bitsPerSecond]
  }
  return { input: constantOf('TTY_OP_ISPEED'), output: constantOf('TTY_OP_OSPEED') }
}
