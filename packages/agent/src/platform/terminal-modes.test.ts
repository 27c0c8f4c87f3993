import { describe, expect, test } from 'vitest'
import { applyModes, speedsOf, termiosBytes } from './terminal-modes.ts'

const words = (termios: Uint8Array) => [...new Uint32Array(termios.buffer, 0, 4)]

describe('terminal modes', () => {
  test('change only what is named', () => {
    const termios = new Uint8Array(termiosBytes).fill(0xff)
    applyModes(termios, { ECHO: 0, UNKNOWN: 1 })
    expect(words(termios)).toEqual(
      [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff & ~0o10 & 0xffffffff].map((word) => word >>> 0),
    )
  })

  test('set and clear flags of every word', () => {
    const termios = new Uint8Array(termiosBytes)
    applyModes(termios, { ICRNL: 1, IUTF8: 1, OPOST: 1, ONLCR: 1, CS7: 1, CS8: 1, PARENB: 0, ISIG: 1, ECHOCTL: 1 })
    expect(words(termios)).toEqual([0o40400, 0o5, 0o60, 0o1001])
  })

  test('set control characters, and switch them off as the RFC writes it', () => {
    const termios = new Uint8Array(termiosBytes)
    applyModes(termios, { VINTR: 3, VERASE: 127, VEOL: 255 })
    expect([termios[17], termios[19], termios[17 + 11]]).toEqual([3, 127, 0])
  })

  test('name speeds as Linux does, and leave alone what it has no name for', () => {
    expect(speedsOf({ TTY_OP_ISPEED: 38_400, TTY_OP_OSPEED: 12_345 })).toEqual({ input: 15, output: undefined })
  })
})
