import { sshore } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'

const groups = ['server', 'agent', 'demo', 'setup', 'user', 'namespace', 'member', 'info', 'config']
const leaves = ['user create', 'user list', 'user password', 'user delete', 'namespace create', 'namespace list']
const more = ['namespace delete', 'member add', 'member list', 'member remove']

describe('the command line', () => {
  it.each(['', ...groups, ...leaves, ...more])('explains "%s" with --help', async (words) => {
    const ran = await sshore([...words.split(' ').filter((word) => word !== ''), '--help'])
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.stdout).toMatch(/^Usage: /m)
  })

  it('tells what exit codes mean', async () => {
    expect((await sshore(['--help'])).stdout).toMatch(/Exit codes:\n {2}0 {2}done/)
  })

  it('guesses what a misspelt command was meant to be', async () => {
    expect(await sshore(['sevrer'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean server?') })
    expect(await sshore(['user', 'lsit'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean list?') })
  })

  it('prints its version', async () => {
    expect((await sshore(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('shows every setting with its value and where that comes from', async () => {
    const ran = await sshore(['config', '--json', '--ssh-port', '2022'], { SSHORE_HTTP_PORT: '8088' })
    const rows = JSON.parse(ran.stdout) as { name: string; value: string; source: string }[]
    const row = (name: string) => rows.find((found) => found.name === name)
    expect(row('SSHORE_HTTP_PORT')).toMatchObject({ value: '8088', source: 'environment' })
    expect(row('SSHORE_SSH_PORT')).toMatchObject({ value: '2022', source: 'flag' })
    expect(row('SSHORE_HOST')).toMatchObject({ value: '127.0.0.1', source: 'default' })
  })

  it('names all wrong settings at once and starts nothing', async () => {
    const ran = await sshore(['server', '--ssh-port', 'x'], { SSHORE_HTTP_PORT: '99999', SSHORE_EDITION: 'gold' })
    expect(ran.code).toBe(2)
    for (const name of ['--ssh-port', 'SSHORE_HTTP_PORT', 'SSHORE_EDITION']) expect(ran.stderr).toContain(`${name}: got `)
  })

  it('warns of a misspelt variable without showing its value', async () => {
    const ran = await sshore(['config'], { SSHORE_HTTPPORT: 'hunter2' })
    expect(ran.stderr).toContain('did you mean SSHORE_HTTP_PORT?')
    expect(ran.stderr + ran.stdout).not.toContain('hunter2')
  })

  it('hands the agent its own words and exit code', async () => {
    expect(await sshore(['agent', '--server', 'ftp://x'])).toMatchObject({ code: 2, stderr: expect.stringContaining('ftp://x') })
    expect((await sshore(['agent', '--nonsense'])).code).toBe(2)
  })
})
