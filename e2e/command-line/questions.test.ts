// What the command asks a person at a terminal.
import { join } from 'node:path'
import { repositoryRoot, sshore, temporaryFolder, type TerminalSession, terminalSession, until } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const held = new AsyncDisposableStack()
let dataDir = ''
beforeAll(async () => {
  dataDir = join(held.use(await temporaryFolder()).path, 'data')
  const words = ['setup', '--username', 'ada', '--email', 'ada@example.com', '--password-stdin']
  await sshore(words, { SSHORE_DATA_DIR: dataDir }, { stdin: 'first-secret' })
})
afterAll(() => held.disposeAsync())

const program = join(repositoryRoot, 'packages/sshore/bin/sshore')

/** A terminal in which the command runs and then tells its exit code. */
const asking = (...words: readonly string[]): Promise<TerminalSession> =>
  terminalSession(['sh', '-c', '"$@"; echo "ended with $?"', 'sh', program, ...words, '--data-dir', dataDir])

describe('a password at the terminal', () => {
  it('is asked for twice and never shown', async () => {
    await using terminal = await asking('user', 'password', 'ada')
    await terminal.shows(/^Password:$/m)
    await terminal.type('next-secreT\u007ft\n')
    await terminal.shows(/^Once more:$/m)
    await terminal.type('next-secret\n')
    await terminal.shows(/^Password of ada set\.$/m)
    await terminal.shows(/^ended with 0$/m)
    expect(await terminal.screen()).not.toMatch(/secret/i)
  })

  it('that is typed differently the second time changes nothing', async () => {
    await using terminal = await asking('user', 'password', 'ada')
    await terminal.shows(/^Password:$/m)
    await terminal.type('one-secret\n')
    await terminal.shows(/^Once more:$/m)
    await terminal.type('other-secret\n')
    await terminal.shows(/differ; nothing was changed[^]*ended with 2$/m)
  })

  it('may be given up with Ctrl-C, and the terminal shows again what is typed', async () => {
    await using terminal = await asking('user', 'password', 'ada')
    await terminal.shows(/^Password:$/m)
    await terminal.type('half\u0003')
    await terminal.shows(/Interrupted[^]*ended with 1$/m)
  })
})

describe('a deletion at the terminal', () => {
  it.each([
    ['no', 1, true],
    ['', 1, true],
    ['y', 0, false],
  ])('answered with "%s" ends with code %i', async (answer, code, stays) => {
    await using terminal = await asking('namespace', 'delete', 'ada')
    await terminal.shows(/Delete namespace ada and everything in it\? \[y\/N\]$/m)
    await terminal.type(`${answer}\n`)
    await terminal.shows(new RegExp(`^ended with ${code}$`, 'm'))
    const list = await sshore(['namespace', 'list', '--json', '--data-dir', dataDir])
    expect(JSON.parse(list.stdout)).toHaveLength(stays ? 1 : 0)
    await until('the terminal is done', () => terminal.ended())
  })
})
