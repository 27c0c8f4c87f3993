// The store of recordings is full, or the server dies: what holds under which policy.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { features, type RecordingPolicy } from '@sshore/contract'
import { run, ssh, sshInBackground, type SshTarget, startAgentProcess, until } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { createSite } from '../server/server-process.ts'
import { downloaded, verified } from './downloads.ts'

const one = oneDevice({ config: { edition: features.recording[0] } })
const folder = () => join(one.stack.folder, 'server', 'recordings')

const setPolicy = (policy: RecordingPolicy) =>
  one.namespace.owner.client.updateNamespace({
    params: { tenant: one.namespace.tenantId },
    body: { settings: { session_record_policy: policy } },
  })

const recordings = async () => (await one.namespace.owner.client.listRecordings({ query: { per_page: 100 } })).body

const noise = `head -c ${1024 * 1024} /dev/urandom | base64`

beforeAll(async () => {
  await mkdir(folder(), { recursive: true })
  expect(await run('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder()])).toMatchObject({ code: 0 })
})
afterAll(() => run('umount', ['-l', folder()]))

const fill = () => writeFile(join(folder(), 'filling'), Buffer.alloc(2 * 1024 * 1024)).catch(() => undefined)
/** For what is recorded now. */
const makeRoomBeside = () =>
  run('mount', ['-o', 'remount,size=64m', folder()]).then(() => rm(join(folder(), 'filling'), { force: true }))
const makeRoom = () => run('find', [folder(), '-type', 'f', '-delete'])

describe('a full disk', () => {
  it('lets a session go on under "best effort", and its recording says what is missing', async () => {
    await setPolicy('best_effort')
    const target = one.device.target()
    await using session = sshInBackground(target, ['echo it-runs; while read line; do eval "$line"; done'], ['-tt'])
    await session.says(/it-runs/)
    await until('it is recorded', async () => (await recordings())[0]?.blocks === 1)
    await fill()
    for (let round = 0; round < 3; round += 1) session.write(`${noise}; echo "round-$((${round}+1))-over"\n`)
    await session.says(/round-3-over/, 60)
    await makeRoomBeside()
    session.write('sleep 3; echo there-is-"room"; exit\n')
    expect(await session.ended).toMatchObject({ code: 0 })
    const recording = await until('the recording has ended', async () => {
      const [newest] = await recordings()
      return newest?.outcome === 'complete' ? newest : undefined
    })
    expect(recording.lost_bytes).toBeGreaterThan(0)
    const dataDir = join(one.stack.folder, 'server')
    const told = (await downloaded({ dataDir, namespace: one.namespace.name }, recording, 'asciicast')).toString()
    const parts = ['it-runs', /\d+ bytes of output are missing here/, 'there-is-room']
    // It is a megabyte of noise, which nobody wants to see when this fails.
    expect(parts.map((part) => told.search(part) >= 0)).toEqual([true, true, true])
  })

  it('ends a session under "required", and lets none begin', async () => {
    await run('mount', ['-o', 'remount,size=1m', folder()])
    await makeRoom()
    await setPolicy('required')
    const target = one.device.target()
    await using session = sshInBackground(target, ['echo it-runs; while read line; do eval "$line"; done'], ['-tt'])
    await session.says(/it-runs/)
    await fill()
    session.write(`${noise}\n`)
    await session.says(/recording of this session cannot be written/, 40)
    expect(await session.ended).toMatchObject({ code: 255 })
    const refused = await ssh(target, ['echo it-runs'])
    expect(refused).toMatchObject({ code: 255, stdout: '' })
    expect(refused.stderr).toMatch(/nothing run without being recorded/)
    await makeRoom()
    expect(await ssh(target, ['echo it-runs'])).toMatchObject({ code: 0, stdout: 'it-runs\n' })
    await until('it is there', async () => (await recordings()).some(({ policy }) => policy === 'required'))
  })
})

describe('a server that is killed with -9', () => {
  it('has what was on the screen up to its last block, and says that it was interrupted', async () => {
    await using site = await createSite({ SSHORE_EDITION: features.recording[0] })
    const { client, namespace, dataDir } = site
    await using agent = await startAgentProcess({
      ...{ server: site.url, tenantId: site.tenantId, dataDir: join(site.folder, 'agent'), hostname: 'survivor' },
    })
    const pending = await until('the agent registers', async () => {
      return (await client.listDevices({ query: { status: 'pending' } })).body[0]
    })
    await client.setDeviceStatus({ params: { uid: pending.uid, status: 'accept' } })
    const settings = { session_record_policy: 'required' } as const
    await client.updateNamespace({ params: { tenant: site.tenantId }, body: { settings } })
    const { ports, knownHosts, key } = site
    const target: SshTarget = { port: ports.ssh, knownHosts, user: `root@${namespace}.survivor`, keys: [key] }
    await until('the device answers', async () => (await ssh(target, ['true'])).code === 0)
    await using session = sshInBackground(target, ['sleep 1; echo before; sleep 1000'], ['-tt'])
    await session.says(/before/)
    // They come after the first block, and nothing follows them.
    const running = await until('its words are recorded', async () => {
      const { body } = await client.listRecordings()
      return body.find(({ kind, blocks, bytes }) => kind === 'terminal' && blocks > 0 && bytes > 0)
    })
    site.server().process.kill('SIGKILL')
    await site.server().process.ended
    await site.restart()
    expect((await downloaded({ dataDir, namespace }, running, 'raw')).toString()).toBe('before\r\n')
    expect(await verified({ dataDir, namespace }, running)).toMatchObject({
      ...{ code: 1, stdout: expect.stringMatching(/^It has no end: it stops after block \d+/) as unknown },
    })
    expect(agent.pid).toBeGreaterThan(0)
  })
})
