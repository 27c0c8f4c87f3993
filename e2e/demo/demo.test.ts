import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Background,
  isRoot,
  repositoryRoot,
  run,
  shell,
  sshoreInBackground,
  terminalSession,
  unixUser,
  until,
} from '@sshore/testkit'
import { describe, expect, it } from 'vitest'

interface Printed {
  readonly ssh: string
  readonly scp: string
  readonly folder: string
  readonly console: string
  readonly password: string
}

/** What a person reads off the terminal. */
async function printed(demo: Background): Promise<Printed> {
  await demo.says(/Ctrl-C stops the demo/, 60)
  const found = (pattern: RegExp): string => pattern.exec(demo.stdout())?.[1] ?? ''
  return {
    ssh: found(/^(ssh -p .*)$/m),
    scp: found(/^(scp -P .*)$/m),
    folder: found(/lies in (\S+)/),
    console: found(/^Console:\s+(\S+)$/m),
    password: found(/^Password:\s+(\S+)$/m),
  }
}

/** Processes whose command line names the demo's folder. */
const leftovers = async (folder: string): Promise<string> => (await run('pgrep', ['-fa', folder])).stdout

async function expectNothingLeft(folder: string): Promise<void> {
  expect(existsSync(folder)).toBe(false)
  await until('no process is left', async () => (await leftovers(folder)) === '')
}

describe('sshore demo', () => {
  it('prints commands that work as they stand, tells what happens, and leaves nothing behind at Ctrl-C', async () => {
    await using demo = sshoreInBackground(['demo'])
    const { ssh, scp, folder, console, password } = await printed(demo)
    expect(existsSync(folder)).toBe(true)
    expect(await leftovers(folder)).not.toBe('')

    const who = (await shell('id -un; hostname')).stdout
    expect(await shell(`${ssh} 'id -un; hostname'`)).toMatchObject({ code: 0, stderr: '', stdout: who })
    expect(await shell(scp)).toMatchObject({ code: 0 })
    expect(existsSync(`${folder}/hostname`)).toBe(true)
    const reply = await fetch(`${console}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'demo', password }),
    })
    expect(reply.status).toBe(200)
    await demo.says(/session (opened and )?ended: /)

    demo.kill('SIGINT')
    expect(await demo.ended).toEqual({ code: 0, signal: null })
    await expectNothingLeft(folder)
  })

  it('runs beside another one, on other ports', async () => {
    await using first = sshoreInBackground(['demo'])
    await using second = sshoreInBackground(['demo'])
    const [one, two] = await Promise.all([printed(first), printed(second)])
    expect(one.console).not.toBe(two.console)
    const ran = await Promise.all([shell(`${one.ssh} 'echo one'`), shell(`${two.ssh} 'echo two'`)])
    expect(ran.map(({ stdout }) => stdout)).toEqual(['one\n', 'two\n'])
  })

  it('removes everything when it is stopped while it starts', async () => {
    await using demo = sshoreInBackground(['demo'])
    await demo.says(/Owner demo/, 60)
    demo.kill('SIGTERM')
    expect(await demo.ended).toEqual({ code: 0, signal: null })
    expect(demo.stderr()).toMatch(/nothing is left/)
  })

  it('fails and removes everything when its agent dies', async () => {
    await using demo = sshoreInBackground(['demo'])
    const { folder } = await printed(demo)
    const agent = Number.parseInt((await run('pgrep', ['-f', `data-dir ${folder}/agent`])).stdout, 10)
    process.kill(agent, 'SIGKILL')
    expect(await demo.ended).toEqual({ code: 1, signal: null })
    expect(demo.stderr()).toMatch(/agent was ended by SIGKILL/)
    await expectNothingLeft(folder)
  })

  it('removes everything when its terminal is closed', async () => {
    const terminal = await terminalSession([join(repositoryRoot, 'packages/sshore/bin/sshore'), 'demo'], {
      columns: 250,
    })
    const [, folder = ''] = await terminal.shows(/lies in (\S+)/, 60)
    expect(await leftovers(folder)).not.toBe('')
    await terminal[Symbol.asyncDispose]()
    await until('the folder is gone', () => !existsSync(folder))
    await expectNothingLeft(folder)
  })

  it('takes its agent along even when it is killed', async () => {
    await using demo = sshoreInBackground(['demo'])
    const { folder } = await printed(demo)
    expect(await leftovers(folder)).not.toBe('')
    demo.kill('SIGKILL')
    await until('no process is left', async () => (await leftovers(folder)) === '')
    await rm(folder, { recursive: true })
  })

  it.skipIf(!isRoot)('needs no rights: a person who is not root gets a shell as that person', async () => {
    await using user = await unixUser()
    await using demo = sshoreInBackground(['demo'], { HOME: user.home, USER: user.name, LOGNAME: user.name }, user)
    const { ssh, folder } = await printed(demo)
    const ran = await shell(`${ssh} 'id -un; pwd'`, { uid: user.uid, gid: user.gid, cwd: user.home })
    expect(ran).toMatchObject({ code: 0, stdout: `${user.name}\n${user.home}\n` })
    demo.kill('SIGINT')
    expect(await demo.ended).toEqual({ code: 0, signal: null })
    await expectNothingLeft(folder)
  })
})
