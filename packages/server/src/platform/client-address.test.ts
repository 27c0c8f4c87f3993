import { describe, expect, test } from 'vitest'
import { clientAddress, isForwarded, requestedHost, trustedProxies } from './client-address.ts'

const nobody = trustedProxies([])
const proxies = trustedProxies(['10.0.0.0/8', '192.0.2.7', 'fd00::/8'])

describe('the address of a client', () => {
  test('is that of the connection, whatever its headers say', () => {
    expect(clientAddress('203.0.113.9', { 'x-forwarded-for': '1.2.3.4', 'x-real-ip': '1.2.3.4' }, nobody)).toBe(
      '203.0.113.9',
    )
    expect(clientAddress('203.0.113.9', { 'x-forwarded-for': '1.2.3.4' }, proxies)).toBe('203.0.113.9')
  })

  test('is what a trusted proxy says', () => {
    expect(clientAddress('10.1.2.3', { 'x-forwarded-for': '203.0.113.9' }, proxies)).toBe('203.0.113.9')
    expect(clientAddress('fd00::1', { 'x-real-ip': '2001:db8::1' }, proxies)).toBe('2001:db8::1')
    expect(clientAddress('::ffff:10.1.2.3', { 'x-forwarded-for': '203.0.113.9' }, proxies)).toBe('203.0.113.9')
  })

  test('is the last hop that is no trusted proxy: what stands before it was written by the client', () => {
    expect(clientAddress('10.0.0.1', { 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 192.0.2.7' }, proxies)).toBe(
      '203.0.113.9',
    )
  })

  test('is the nearest hop known for sure when the list holds something else than addresses', () => {
    expect(clientAddress('10.0.0.1', { 'x-forwarded-for': '203.0.113.9, nonsense, 10.0.0.2' }, proxies)).toBe(
      '10.0.0.2',
    )
    expect(clientAddress('10.0.0.1', { 'x-forwarded-for': '' }, proxies)).toBe('10.0.0.1')
  })
})

describe('the list of trusted proxies', () => {
  test.each(['localhost', '10.0.0.0/33', '10.0.0.0/', '::/129', '10.0.0.0/8/8', '10.0.0.0/x', ''])(
    'refuses "%s" by name',
    (entry) => {
      expect(() => trustedProxies(['127.0.0.1', entry])).toThrow(`"${entry}"`)
    },
  )
})

describe('the host that was asked for', () => {
  test('is the request header, or that of a trusted proxy with its port', () => {
    const headers = { host: 'inner:8080', 'x-forwarded-host': 'hub.example.org', 'x-forwarded-port': '443' }
    expect(requestedHost('203.0.113.9', headers, proxies)).toBe('inner:8080')
    expect(requestedHost('10.0.0.1', headers, proxies)).toBe('hub.example.org:443')
    expect(requestedHost('10.0.0.1', { host: '[::1]:80' }, proxies)).toBe('[::1]:80')
  })

  test('is empty when it could not be a host', () => {
    expect(requestedHost('203.0.113.9', { host: 'a<script>' }, proxies)).toBe('')
    expect(requestedHost('203.0.113.9', {}, proxies)).toBe('')
  })
})

test('a request that some proxy handed on is told apart from a direct one', () => {
  expect(isForwarded({ host: 'a' })).toBe(false)
  expect(isForwarded({ host: 'a', 'x-forwarded-for': '1.2.3.4' })).toBe(true)
})
