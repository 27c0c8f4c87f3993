import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOfText, holdsBytes, textOfBytes } from './byte-text.ts'
import { encodeText } from './text.ts'

test('every sequence of bytes comes back as it was, also through JSON', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const carried: unknown = JSON.parse(JSON.stringify(textOfBytes(bytes)))
      expect(bytesOfText(String(carried))).toEqual(bytes)
    }),
  )
})

test('text stays text', () => {
  for (const text of ['', 'ls -l', 'ümläut 漢字 🦀 e\u0301', '\uFEFFmark', 'a\0b']) {
    expect(textOfBytes(encodeText(text))).toBe(text)
    expect(holdsBytes(text)).toBe(false)
  }
})

test('a byte that is no UTF-8 is told from text', () => {
  const text = textOfBytes(Uint8Array.of(0x61, 0xff, 0xc3, 0x28))
  expect(text).toBe('a\uDCFF\uDCC3(')
  expect(holdsBytes(text)).toBe(true)
})
