import { describe, expect, test } from 'vitest'
import {
  describeAgentFlags,
  namesScheme,
  parseAgentFlags,
  parseIdentity,
  parseServerAddress,
  UsageError,
} from './flags.ts'

describe("the agent's flags", () => {
  test('are read in both forms, and win over the environment', () => {
    const environment = { SSHORE_SERVER: 'http://env', SSHORE_TENANT: 'env', SSHORE_LOG_JSON: '0' }
    expect(parseAgentFlags(['--server', 'http://flag', '--hostname=attic'], environment)).toEqual({
      server: 'http://flag',
      hostname: 'attic',
      tenant: 'env',
    })
  })

  test('that are switches take no value', () => {
    expect(parseAgentFlags(['--json'], {})).toEqual({ json: 'true' })
    expect(parseAgentFlags([], { SSHORE_LOG_JSON: '1' })).toEqual({ json: '1' })
    expect(() => parseAgentFlags(['--json=yes'], {})).toThrow(UsageError)
  })

  test.each([['--nope'], ['stray'], ['--server'], ['--server=']])('that make no sense are refused: %s', (word) => {
    expect(() => parseAgentFlags([word], {})).toThrow(UsageError)
  })

  test('about containers go together, and not with those about the device', () => {
    expect(parseAgentFlags(['--docker', '--docker-label', 'a=b'], {})).toEqual({
      docker: 'true',
      'docker-label': 'a=b',
    })
    expect(() => parseAgentFlags(['--docker-host', 'tcp://box'], {})).toThrow('goes with --docker')
    expect(() => parseAgentFlags(['--docker', '--own-keys-only'], {})).toThrow('is about this device')
    expect(() => parseAgentFlags(['--docker'], { SSHORE_HOSTNAME: 'box' })).toThrow(UsageError)
  })

  test('are all described', () => {
    for (const name of ['--server URL', '--tenant ID', '--json', '--own-keys-only', 'SSHORE_AGENT_DATA_DIR']) {
      expect(describeAgentFlags()).toContain(name)
    }
  })
})

describe('the address of the server', () => {
  test.each([
    ['https://a.example/', 'https://a.example'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['a.example', 'https://a.example'],
    ['https://a.example/sshore/', 'https://a.example/sshore'],
  ])('%s', (text, address) => {
    expect(parseServerAddress(text)).toBe(address)
  })

  test.each([[undefined], ['ftp://a'], ['http://'], ['https://a b']])('refuses %s', (text) => {
    expect(() => parseServerAddress(text)).toThrow(UsageError)
  })
})

test.each([
  ['http://a.example', true],
  ['a.example:8080', false],
])('%s names its scheme: %s', (address, named) => {
  expect(namesScheme(address)).toBe(named)
})

describe('an identity', () => {
  test.each([[undefined], ['02:00:00:00:00:01'], ['attic-2.left_side'], ['x'.repeat(64)]])('may be %s', (text) => {
    expect(parseIdentity(text)).toBe(text)
  })

  test.each([['a b'], ['x'.repeat(65)], ['caf\u00e9'], ['a\nb']])('may not be %j', (text) => {
    expect(() => parseIdentity(text)).toThrow(UsageError)
  })
})
