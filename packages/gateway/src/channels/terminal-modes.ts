// Encoded terminal modes (RFC 4254 section 8, RFC 8160), as opcode name → value.
import { Reader } from '../ssh/wire.ts'

const names: Readonly<Record<number, string>> = {
  1: 'VINTR',
  2: 'VQUIT',
  3: 'VERASE',
  4: 'VKILL',
  5: 'VEOF',
  6: 'VEOL',
  7: 'VEOL2',
  8: 'VSTART',
  9: 'VSTOP',
  10: 'VSUSP',
  11: 'VDSUSP',
  12: 'VREPRINT',
  13: 'VWERASE',
  14: 'VLNEXT',
  15: 'VFLUSH',
  16: 'VSWTCH',
  17: 'VSTATUS',
  18: 'VDISCARD',
  30: 'IGNPAR',
  31: 'PARMRK',
  32: 'INPCK',
  33: 'ISTRIP',
  34: 'INLCR',
  35: 'IGNCR',
  36: 'ICRNL',
  37: 'IUCLC',
  38: 'IXON',
  39: 'IXANY',
  40: 'IXOFF',
  41: 'IMAXBEL',
  42: 'IUTF8',
  50: 'ISIG',
  51: 'ICANON',
  52: 'XCASE',
  53: 'ECHO',
  54: 'ECHOE',
  55: 'ECHOK',
  56: 'ECHONL',
  57: 'NOFLSH',
  58: 'TOSTOP',
  59: 'IEXTEN',
  60: 'ECHOCTL',
  61: 'ECHOKE',
  62: 'PENDIN',
  70: 'OPOST',
  71: 'OLCUC',
  72: 'ONLCR',
  73: 'OCRNL',
  74: 'ONOCR',
  75: 'ONLRET',
  90: 'CS7',
  91: 'CS8',
  92: 'PARENB',
  93: 'PARODD',
  128: 'TTY_OP_ISPEED',
  129: 'TTY_OP_OSPEED',
}

/** Opcodes from here on have arguments nobody knows the length of: parsing stops. */
const firstUndefinedOpcode = 160

/** Unknown opcodes are passed over; a list cut short yields what came before. */
export function readTerminalModes(encoded: Buffer): Record<string, number> {
  const modes: Record<string, number> = {}
  const reader = new Reader(encoded)
  while (reader.remaining > 0) {
    const opcode = reader.byte()
    if (opcode === 0 || opcode >= firstUndefinedOpcode || reader.remaining < 4) return modes
    const value = reader.uint32()
    const name = names[opcode]
    if (name !== undefined) modes[name] = value
  }
  return modes
}
