import { describe, expect, it } from 'vitest'
import { ConfigProblems, readConfig, readSettings } from './config.ts'
import { invalid } from './kinds.ts'
import { unknownVariables } from './unknown-variables.ts'
import { variableKeys, variables } from './variables.ts'

function problemsWith(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems
    throw error
  }
  return []
}

describe('the table of settings', () => {
  it.each(variableKeys)('has a default for %s that is itself valid', (key) => {
    expect(variables[key].kind.read(variables[key].fallback)).not.toBe(invalid)
  })

  it('uses each name and each flag once', () => {
    const all = Object.values(variables)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(new Set(all.map(({ flag }) => flag)).size).toBe(all.length)
  })
})

describe('reading the settings', () => {
  it('lets a flag win over the environment, and that over the default', () => {
    const config = readConfig({ SSHORE_HTTP_PORT: '8001', SSHORE_SSH_PORT: '2001' }, { httpPort: '9001' })
    expect(config).toMatchObject({ httpPort: 9001, sshPort: 2001, host: '127.0.0.1' })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ SSHORE_HTTP_PORT: '' }).httpPort).toBe(8080)
    expect(readSettings({ SSHORE_HTTP_PORT: '' }).find(({ key }) => key === 'httpPort')?.source).toBe('default')
  })

  it('reports everything that is wrong at once, with name, value and what is expected', () => {
    const problems = problemsWith({
      SSHORE_HTTP_PORT: '80b0',
      SSHORE_HOST: 'everywhere',
      SSHORE_LOG_LEVEL: 'loud',
      SSHORE_TRUSTED_PROXIES: '10.0.0.0/8, 10.0.0.0/99',
    })
    expect(problems).toHaveLength(4)
    expect(problems.join('\n')).toContain('SSHORE_HTTP_PORT: got "80b0", expected a TCP port from 1 to 65535')
    expect(problems.join('\n')).toContain('SSHORE_LOG_LEVEL: got "loud", expected one of trace, debug')
  })

  it('refuses one port for two listeners, unless any free one will do', () => {
    expect(problemsWith({ SSHORE_HTTP_PORT: '4000', SSHORE_SSH_PORT: '4000' })).toHaveLength(1)
    expect(problemsWith({ SSHORE_HTTP_PORT: '0', SSHORE_SSH_PORT: '0' })).toEqual([])
  })

  it.each(['-1', '65536', '1e3', ' 80', '0x50', '٨٠'])('refuses %j as a port', (text) => {
    expect(variables.httpPort.kind.read(text)).toBe(invalid)
  })

  it.each(['ftp://a.example', 'https://user:word@a.example', 'a.example', 'https://a.example/?x=1'])(
    'refuses %j as a public address',
    (text) => {
      expect(variables.publicUrl.kind.read(text)).toBe(invalid)
    },
  )

  it('takes the settings of billing together or not at all, and never repeats a key', () => {
    const key = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'
    expect(problemsWith({ SSHORE_STRIPE_SECRET_KEY: key })).toEqual([
      'SSHORE_STRIPE_SECRET_KEY: needs SSHORE_STRIPE_WEBHOOK_SECRET too.',
      'SSHORE_STRIPE_SECRET_KEY: needs SSHORE_STRIPE_PRICE_USD or SSHORE_STRIPE_PRICE_BRL too.',
    ])
    expect(problemsWith({ SSHORE_STRIPE_PRICE_USD: 'price_1' })).toHaveLength(1)
    const whole = {
      SSHORE_STRIPE_SECRET_KEY: key,
      SSHORE_STRIPE_WEBHOOK_SECRET: 'whsec_12345',
      SSHORE_STRIPE_PRICE_BRL: 'price_1',
    }
    expect(readConfig(whole)).toMatchObject({
      stripeSecretKey: key,
      stripePriceBrl: 'price_1',
      stripePriceUsd: undefined,
    })
    expect(variables.stripeSecretKey.kind.show(key)).toBe('sk_test_***')
    const published = problemsWith({ ...whole, SSHORE_STRIPE_SECRET_KEY: 'pk_live_4eC39HqLyjWDarjtT1zdp7dc' })
    expect(published.join()).toContain('expected a secret or restricted key')
    expect(published.join()).not.toContain('4eC39')
  })

  it('drops the slash at the end of the public address', () => {
    expect(readConfig({ SSHORE_PUBLIC_URL: 'https://a.example/' }).publicUrl).toBe('https://a.example')
  })

  it('shortens a long wrong value and keeps it on one line', () => {
    const [problem] = problemsWith({ SSHORE_EDITION: `first\n${'x'.repeat(5000)}` })
    expect(problem).toContain('(5006 characters)')
    expect(problem).not.toContain('\n')
  })
})

describe('variables that are no settings', () => {
  const known = Object.values(variables).map(({ name }) => name)

  it('are told with the name that was probably meant, never with their value', () => {
    expect(unknownVariables({ SSHORE_HTP_PORT: 'secret', PATH: '/bin' }, known)).toEqual([
      'SSHORE_HTP_PORT is not a setting; did you mean SSHORE_HTTP_PORT?',
    ])
  })

  it('are told to be ignored when nothing is close', () => {
    expect(unknownVariables({ SSHORE_SOMETHING_ELSE: '' }, known)[0]).toContain('is ignored')
  })
})
