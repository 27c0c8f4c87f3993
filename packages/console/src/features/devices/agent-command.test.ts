import { expect, test } from 'vitest'
import { isOwnMachine } from './agent-command.ts'

const host = (address: string): string => new URL(address).hostname

test.each([
  'http://127.0.0.1:8080',
  'http://127.8.0.9',
  'http://[::1]:8080',
  'http://localhost:8080',
  'http://LOCALHOST.',
  'http://sshore.localhost:8080',
])('no other machine reaches the server at %s', (address) => {
  expect(isOwnMachine(host(address))).toBe(true)
})

test.each([
  'https://sshore.example.com',
  'http://192.168.1.7:8080',
  'http://[2001:db8::1]',
  'http://127.0.0.1.example.com',
  'http://localhost.example.com',
  'http://mylocalhost',
])('another machine may reach the server at %s', (address) => {
  expect(isOwnMachine(host(address))).toBe(false)
})
