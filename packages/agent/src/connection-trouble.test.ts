import { expect, test } from 'vitest'
import { connectionTrouble, disconnection } from './connection-trouble.ts'

test.each([
  ['ECONNREFUSED: Unable to connect. Is the computer able to access the url?', 'connection refused'],
  [
    'Malformed_HTTP_Response fetching "http://127.0.0.1:22/". For more information, pass `verbose: true`',
    'that port does not speak HTTP, perhaps it is the SSH port',
  ],
  ['Invalid response', 'that port does not speak HTTP, perhaps it is the SSH port'],
  ['getaddrinfo ENOTFOUND no-such-host.invalid', 'there is no host of that name'],
  ['self signed certificate', 'self signed certificate'],
])('%s', (said, words) => {
  expect(connectionTrouble(new TypeError(said))).toBe(words)
})

test.each([
  [true, 1006, '', 'connection lost'],
  [true, 1001, 'the server stops', 'connection lost: the server stops'],
  [false, 1006, 'connection refused', 'cannot connect: connection refused'],
  [false, 1002, '', 'cannot connect: closed with code 1002'],
])('connected before: %s, code %i, reason "%s"', (wasConnected, code, reason, words) => {
  expect(disconnection(wasConnected, code, reason)).toBe(words)
})
