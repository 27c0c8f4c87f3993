import { describe, expect, it } from 'vitest'
import { run } from './test-program.ts'

const commands = `
  server, agent, demo, setup, info, config, user, user create, user list, user password, user delete,
  user quota, user unlock, namespace, namespace create, namespace list, namespace show, namespace set, namespace delete,
  member, member add, member list, member role, member remove, key, key add, key list, key remove, device, device list,
  device show, device accept, device reject, device remove, device pair, device rename, device tag, device tag add, device tag remove,
  device tag set, container, container list, tag, tag list, tag rename, tag remove, session, session list, session show,
  session close, api-key, api-key create, api-key list, api-key update, api-key remove, stats, login, logout,
  export, import, backup, backup create, backup verify, restore, doctor, completion
`
const all = commands.split(',').map((words) => words.trim())

describe('the command line', () => {
  it.each(['', ...all])('explains "%s" with --help', async (words) => {
    const ran = await run(`${words} --help`)
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.stdout).toMatch(/^Usage: sshore/)
  })

  it('lists in its help every command that the tests know, and tells what exit codes mean', async () => {
    const { stdout } = await run('--help')
    for (const [word = ''] of all.map((words) => words.split(' '))) {
      expect(stdout).toMatch(new RegExp(`^  ${word} `, 'm'))
    }
    expect(stdout).toMatch(/Exit codes:\n {2}0 {2}done/)
  })

  it('guesses what a misspelt command was meant to be', async () => {
    expect(await run('sevrer')).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean server?') })
    expect(await run('user lsit')).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean list?') })
  })

  it.each(['', 'user', 'member'])('shows its help when "%s" alone says too little, as wrong usage', async (words) => {
    const ran = await run(words)
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(/^Usage: sshore/)
  })

  it('tells an error as JSON when the result was wanted so', async () => {
    const ran = await run('user create --json')
    expect(ran).toMatchObject({ code: 2, stderr: '' })
    expect(JSON.parse(ran.stdout)).toMatchObject({ error: { code: 'wrong_usage' } })
  })

  it('shows every setting with its value and where that comes from', async () => {
    const ran = await run('config --json --ssh-port 2022', { SSHORE_HTTP_PORT: '8088' })
    const rows = JSON.parse(ran.stdout) as { name: string; value: string; source: string }[]
    const row = (name: string) => rows.find((found) => found.name === name)
    expect(row('SSHORE_HTTP_PORT')).toMatchObject({ value: '8088', source: 'environment' })
    expect(row('SSHORE_SSH_PORT')).toMatchObject({ value: '2022', source: 'flag' })
    expect(row('SSHORE_HOST')).toMatchObject({ value: '127.0.0.1', source: 'default' })
  })

  it('names all wrong settings at once', async () => {
    const ran = await run('server --ssh-port x', { SSHORE_HTTP_PORT: '99999', SSHORE_EDITION: 'gold' })
    expect(ran.code).toBe(2)
    for (const name of ['--ssh-port', 'SSHORE_HTTP_PORT', 'SSHORE_EDITION']) {
      expect(ran.stderr).toContain(`${name}: got `)
    }
  })

  it('warns of a misspelt variable without showing its value', async () => {
    const ran = await run('config', { SSHORE_HTTPPORT: 'hunter2', SSHORE_TENANT: 'for the agent' })
    expect(ran.stderr).toBe('SSHORE_HTTPPORT is not a setting; did you mean SSHORE_HTTP_PORT?\n')
    expect(ran.stdout).not.toContain('hunter2')
  })
})
