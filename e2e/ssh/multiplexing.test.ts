import { join } from 'node:path'
import { type SshTarget, ssh, sshInBackground, until } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { existsSync } from 'node:fs'
import { oneDevice } from '../one-device.ts'

const one = oneDevice()

describe('several channels on one connection', () => {
  it('run side by side under a ControlMaster, and one session is recorded', async () => {
    const control = join(one.stack.folder, 'control')
    const target: SshTarget = { ...one.device.target(), options: ['-o', `ControlPath=${control}`] }
    await using master = sshInBackground(target, [], ['-M', '-N'])
    await until('the master is there', () => existsSync(control))
    const words = ['first', 'second', 'third']
    const ran = await Promise.all(
      words.map((word, index) => ssh(target, [`cat; echo ${word}; exit ${index + 1}`], { stdin: `${word}?` })),
    )
    expect(ran.map(({ stdout }) => stdout)).toEqual(words.map((word) => `${word}?${word}\n`))
    expect(ran.map(({ code }) => code)).toEqual([1, 2, 3])
    const { body: sessions } = await one.namespace.owner.client.listSessions()
    expect(sessions).toHaveLength(1)
    expect(master.child.exitCode).toBeNull()
  })

  it('do not wait for one that nobody reads', async () => {
    const control = join(one.stack.folder, 'control-2')
    const target: SshTarget = { ...one.device.target(), options: ['-o', `ControlPath=${control}`] }
    await using _master = sshInBackground(target, [], ['-M', '-N'])
    await until('the master is there', () => existsSync(control))
    await using stuck = sshInBackground(target, ['cat /dev/zero'])
    stuck.child.stdout?.pause()
    await until('the stuck one runs', () => stuck.child.exitCode === null)
    expect(await ssh(target, ['echo quick'], { seconds: 20 })).toMatchObject({ code: 0, stdout: 'quick\n' })
    stuck.kill('SIGKILL')
  })
})
