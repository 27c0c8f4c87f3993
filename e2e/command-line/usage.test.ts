import { sshore } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'

describe('the command line as a process', () => {
  it('prints its version', async () => {
    expect((await sshore(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('starts nothing with wrong settings', async () => {
    const ran = await sshore(['server'], { SSHORE_HTTP_PORT: '99999', SSHORE_EDITION: 'gold' })
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    for (const name of ['SSHORE_HTTP_PORT', 'SSHORE_EDITION']) expect(ran.stderr).toContain(`${name}: got `)
  })

  it('hands the agent its own words and exit code', async () => {
    expect(await sshore(['agent', '--server', 'ftp://x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('ftp://x'),
    })
    expect((await sshore(['agent', '--nonsense'])).code).toBe(2)
  })
})
