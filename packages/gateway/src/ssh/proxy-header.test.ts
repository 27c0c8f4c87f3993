import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MalformedProxyHeader, readProxyHeader } from './proxy-header.ts'

const signature = '0d0a0d0a000d0a515549540a'
/** `command`, family and rest in hexadecimal, as the document of the protocol lays them out. */
const binary = (command: string, family: string, rest: string): Buffer =>
  Buffer.from(`${signature}${command}${family}${(rest.length / 2).toString(16).padStart(4, '0')}${rest}`, 'hex')
const tcp4 = 'c0a80001c0a8000b dc04 01bb'.replaceAll(' ', '')
const tcp6 = '20010db8000000000000000000000001 20010db8000000000000000000000002 dc04 01bb'.replaceAll(' ', '')

describe('a PROXY header', () => {
  it.each([
    [
      'version 1, IPv4',
      Buffer.from('PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\r\n'),
      '192.168.0.1',
      '192.168.0.11',
    ],
    ['version 1, IPv6', Buffer.from('PROXY TCP6 2001:db8::1 2001:db8::2 56324 443\r\n'), '2001:db8::1', '2001:db8::2'],
    [
      'version 1, mapped',
      Buffer.from('PROXY TCP6 ::ffff:10.0.0.1 ::ffff:10.0.0.2 56324 443\r\n'),
      '10.0.0.1',
      '10.0.0.2',
    ],
    ['version 2, IPv4', binary('21', '11', tcp4), '192.168.0.1', '192.168.0.11'],
    ['version 2, IPv6', binary('21', '21', tcp6), '2001:db8::1', '2001:db8::2'],
    ['version 2 with a TLV', binary('21', '11', `${tcp4}0200056d796e616d`), '192.168.0.1', '192.168.0.11'],
  ])('of %s names both ends, and what follows is left', (_, header, client, server) => {
    const read = readProxyHeader(Buffer.concat([header, Buffer.from('SSH-2.0-X\r\n')]))
    expect(read).toEqual({
      bytes: header.length,
      endpoints: { client: { address: client, port: 56_324 }, server: { address: server, port: 443 } },
    })
    for (let length = 1; length < header.length; length += 1) {
      expect(readProxyHeader(header.subarray(0, length))).toBeUndefined()
    }
  })

  it.each([
    ['unknown in version 1', Buffer.from('PROXY UNKNOWN\r\n')],
    ['unknown with addresses', Buffer.from('PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n')],
    ['local, a health check', binary('20', '00', '')],
    ['local with addresses', binary('20', '11', tcp4)],
    ['unspecified', binary('21', '00', '')],
    ['a Unix socket', binary('21', '31', '00'.repeat(216))],
  ])('of a connection that is %s tells no addresses', (_, header) => {
    expect(readProxyHeader(header)).toEqual({ endpoints: undefined, bytes: header.length })
  })

  it.each([
    ['no header', Buffer.from('SSH-2.0-OpenSSH_9.2\r\n')],
    ['a line without end', Buffer.from(`PROXY TCP4 ${'1'.repeat(110)}`)],
    ['a line too long', Buffer.from(`PROXY TCP4 1.1.1.1 2.2.2.2 1 2${' '.repeat(100)}\r\n`)],
    ['a port out of range', Buffer.from('PROXY TCP4 1.1.1.1 2.2.2.2 65536 2\r\n')],
    ['an address of the other family', Buffer.from('PROXY TCP4 ::1 ::2 1 2\r\n')],
    ['an unknown family', Buffer.from('PROXY UDP4 1.1.1.1 2.2.2.2 1 2\r\n')],
    ['too many words', Buffer.from('PROXY TCP4 1.1.1.1 2.2.2.2 1 2 3\r\n')],
    ['version 3', binary('31', '11', tcp4)],
    ['an unknown command', binary('22', '11', tcp4)],
    ['datagrams', binary('21', '12', tcp4)],
    ['addresses cut short', binary('21', '11', tcp4.slice(0, -2))],
    ['a giant', Buffer.from(`${signature}2111ffff`, 'hex')],
  ])('is refused that is %s', (_, bytes) => {
    expect(() => readProxyHeader(bytes)).toThrow(MalformedProxyHeader)
  })

  it('of any bytes is read, awaited or refused, and nothing else', () => {
    const beginnings = fc.constantFrom('', signature, `${signature}21`, Buffer.from('PROXY TCP').toString('hex'))
    fc.assert(
      fc.property(beginnings, fc.uint8Array({ maxLength: 300 }), (beginning, rest) => {
        const bytes = Buffer.concat([Buffer.from(beginning, 'hex'), rest])
        try {
          const read = readProxyHeader(bytes)
          expect(read?.bytes ?? 0).toBeLessThanOrEqual(bytes.length)
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedProxyHeader)
        }
      }),
    )
  })
})
