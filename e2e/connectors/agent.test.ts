// `sshore agent --docker`: containers of a real dockerd as devices, reached with the real OpenSSH programs.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Background,
  type ContainerEngine,
  createStack,
  remote,
  scp,
  type SeededNamespace,
  sftp,
  sha256,
  ssh,
  sshInBackground,
  type SshTarget,
  sshWords,
  type Stack,
  startAgentProcess,
  terminalSession,
  until,
} from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accepted, openEngine, programsIn, registered } from './with-engine.ts'

const held = new AsyncDisposableStack()
const opened = await openEngine('docker', 'web.1')
if (opened) held.use(opened)
const engine = (): ContainerEngine => {
  if (!opened) throw new Error('There is no engine.')
  return opened
}
let stack: Stack
let namespace: SeededNamespace
let agent: Background
let key: { readonly path: string; readonly line: string }

const target = (name: string, login = 'root', more: Partial<SshTarget> = {}): SshTarget =>
  stack.target(`${login}@${namespace.name}.${name}`, { keys: [key.path], ...more })

describe.runIf(opened)('containers that an agent follows', () => {
  beforeAll(async () => {
    stack = held.use(await createStack())
    namespace = await stack.seed.namespace()
    key = await stack.newKey()
    await stack.seed.publicKey(namespace, key.line)
    agent = held.use(
      await startAgentProcess({
        server: stack.url,
        dataDir: join(stack.folder, 'agent'),
        tenantId: namespace.tenantId,
        environment: { ...process.env, SSHORE_DOCKER: '1', SSHORE_DOCKER_HOST: `unix://${engine().socket}` },
      }),
    )
    await accepted(namespace, 'web_1')
  })
  afterAll(() => held.disposeAsync())

  test('are containers of the namespace, not devices', async () => {
    const container = await registered(namespace, 'web_1')
    expect(container).toMatchObject({
      status: 'accepted',
      online: true,
      info: { id: 'docker', pretty_name: 'sshore-test', platform: 'connector' },
    })
    expect((await engine().command('ps', '--no-trunc', '--quiet')).startsWith(container.identity.mac)).toBe(true)
    expect((await namespace.owner.client.listDevices({ query: { status: '' } })).body).toEqual([])
  })

  test('run commands as the user who logged in, with both outputs, input and status', async () => {
    const script = 'id -un; echo $COLOUR $HOME; pwd; cat; echo wrong >&2; exit 7'
    const ran = await ssh(target('web_1', 'ann'), [script], { stdin: 'typed\n' })
    expect(ran).toMatchObject({ code: 7, stdout: 'ann\nblue /home/ann\n/home/ann\ntyped\n', stderr: 'wrong\n' })
    const bytes = await ssh(target('web_1'), [`printf '%s' "$(printf '\\344\\\\')" | od -An -tx1`])
    expect(bytes.stdout.trim()).toBe('e4 5c')
  })

  test('give a terminal its size, before it starts and when it changes', async () => {
    await using terminal = await terminalSession(sshWords(target('web_1', 'ann')), { columns: 91, rows: 29 })
    await terminal.shows(/\$$/m)
    await terminal.type('echo $0 $TERM; stty size\n')
    await terminal.shows(/sh (tmux|screen).*\n29 91/)
    await terminal.resize(70, 20)
    await terminal.type('sleep 0.2; stty size\n')
    await terminal.shows(/^20 70$/m)
    await terminal.type('exit 3\n')
    await until('ssh has ended', () => terminal.ended())
  })

  test('let in with a password of their own, and nobody without one', async () => {
    const asking = (login: string, password: string) =>
      ssh({ ...target('web_1', login), keys: [], password }, ['id -un'])
    expect(await asking('ann', 'secret-1')).toMatchObject({ code: 0, stdout: 'ann\n' })
    expect(await asking('root', 'x')).toMatchObject({ code: 255, stdout: '' })
    expect((await ssh(target('web_1', 'svc'), ['true'])).stderr).toContain('no shell for svc')
    expect((await ssh(target('web_1', 'nobody'), ['true'])).stderr).toContain('Permission denied')
    // Its own shell is not in the container, but the usual one is.
    expect(await ssh(target('web_1', 'lost'), ['echo $SHELL'])).toMatchObject({ code: 0, stdout: '/bin/sh\n' })
  })

  test('take and give files by scp and sftp, whatever they are called', async () => {
    const here = join(stack.folder, 'here.bin')
    const bytes = Buffer.alloc(3_000_001, Buffer.from(crypto.getRandomValues(new Uint8Array(65_521))))
    await writeFile(here, bytes)
    const odd = 'it\'s a "n\u00e4me" $(touch x)'
    const up = await scp(target('web_1', 'ann'), ['-p', here, remote(target('web_1', 'ann'), `/home/ann/${odd}`)])
    expect(up).toMatchObject({ code: 0, stderr: '' })
    expect(
      await ssh(target('web_1', 'ann'), [`sha256sum < "$(echo /home/ann/it*)"; printf '%s\\n' it*; stat -c %U it*`]),
    ).toMatchObject({
      stdout: `${sha256(bytes)}  -\n${odd}\nann\n`,
    })
    const back = join(stack.folder, 'back.bin')
    expect(await scp(target('web_1', 'ann'), [remote(target('web_1', 'ann'), `/home/ann/${odd}`), back])).toMatchObject(
      { code: 0 },
    )
    expect(sha256(await readFile(back))).toBe(sha256(bytes))

    const batch = [
      'mkdir box',
      `put ${here} box/one`,
      'ln -s one box/two',
      'ls -l box',
      'rename box/one box/three',
      'chmod 600 box/three',
      '-get /root/nothing',
      '-put /etc/hostname /etc/hostname',
      'rm box/two',
      'rm box/three',
      'rmdir box',
      'pwd',
    ].join('\n')
    const told = await sftp(target('web_1', 'ann'), batch)
    expect(told.code, told.stderr).toBe(0)
    expect(told.stdout).toMatch(/-rw-r--r-- .* 3000001 .* one$/m)
    expect(told.stdout).toContain('Remote working directory: /home/ann')
    expect(told.stderr).toMatch(/Permission denied/)
  })

  test('stop a program whose output nobody takes, and lose none of it', async () => {
    const many = 30_000_000
    const slow = sshInBackground(target('web_1'), [`yes | head -c ${many} | tee /tmp/copied | cat`])
    slow.child.stdout?.pause()
    const copied = async () =>
      Number(
        await engine()
          .command('exec', 'web.1', '/bin/stat', '-c', '%s', '/tmp/copied')
          .catch(() => '0'),
      )
    let before = -1
    const still = await until(
      'the program stands still',
      async () => {
        const now = await copied()
        const stands = now > 0 && now === before
        before = now
        return stands ? now : undefined
      },
      { seconds: 30, everyMilliseconds: 300 },
    )
    expect(still).toBeLessThan(many)
    slow.child.stdout?.resume()
    expect((await slow.ended).code).toBe(0)
    expect(slow.stdout()).toHaveLength(many)
  })

  test('end programs whose client has gone', async () => {
    const left = sshInBackground(target('web_1'), ['echo here; sleep 4321'])
    await left.says(/here/)
    expect(await programsIn(engine(), 'web.1')).toContain('sleep 4321')
    left.kill('SIGKILL')
    await until('the program has ended', async () => !(await programsIn(engine(), 'web.1')).includes('sleep 4321'))
  })

  test('say what is wrong when nothing can run in them', async () => {
    await Promise.all([engine().startBare('bare'), engine().start('still')])
    await Promise.all([accepted(namespace, 'bare'), accepted(namespace, 'still')])
    const refused = await ssh(target('bare'), ['true'])
    expect(refused).toMatchObject({ code: 255, stdout: '' })
    expect(refused.stderr).toContain('There is no shell for root in this container')
    await engine().command('pause', 'still')
    const paused = await ssh(target('still'), ['true'])
    expect(paused.code).toBe(255)
    expect(paused.stderr).toMatch(/Sshore: the device could not start the program: The engine refused: .*paused/)
    await engine().command('unpause', 'still')
    expect(await ssh(target('still'), ['echo fine'])).toMatchObject({ code: 0, stdout: 'fine\n' })
  })

  test('refuse forwarding with a reason', async () => {
    const forwarded = await ssh(target('web_1', 'root', { options: ['-W', '127.0.0.1:80'] }), [])
    expect(forwarded.code).not.toBe(0)
    expect(forwarded.stderr).toContain('neither forwarding nor tunnels')
    expect(await ssh(target('web_1', 'root', { options: ['-A'] }), ['echo fine'])).toMatchObject({
      code: 0,
      stdout: 'fine\n',
    })
  })

  test('are followed over TLS as well, and only those with a label where one is named', async () => {
    await engine().start('shop', '--label', 'team=shop')
    const other = await stack.seed.namespace()
    await stack.seed.publicKey(other, key.line)
    await using second = await startAgentProcess({
      server: stack.url,
      dataDir: join(stack.folder, 'second-agent'),
      tenantId: other.tenantId,
      environment: {
        ...process.env,
        SSHORE_DOCKER: '1',
        SSHORE_DOCKER_HOST: `tcp://127.0.0.1:${engine().tlsPort}`,
        SSHORE_DOCKER_CERT_PATH: engine().certificates,
        SSHORE_DOCKER_LABEL: 'team=shop',
      },
    })
    await accepted(other, 'shop')
    expect((await other.owner.client.listContainers({ query: { status: '' } })).body).toHaveLength(1)
    const inside = stack.target(`ann@${other.name}.shop`, { keys: [key.path] })
    const bytes = 'x'.repeat(300_000)
    expect(await ssh(inside, ['cat; exit 3'], { stdin: bytes })).toMatchObject({ code: 3, stdout: bytes })
    expect(second.stderr()).toContain(`following the containers of 127.0.0.1:${engine().tlsPort}`)
  })

  test('come and go with the engine; a container that dies says so in its sessions', async () => {
    await engine().start('short')
    const { uid } = await accepted(namespace, 'short')
    const inside = sshInBackground(target('short'), ['echo here; sleep 100'])
    await inside.says(/here/)
    await engine().command('kill', 'short')
    expect((await inside.ended).code).toBe(255)
    expect(inside.stderr()).toContain('the container stopped')
    const { client } = namespace.owner
    await until('it is offline', async () => !(await client.getContainer({ params: { uid } })).body.online)
    await engine().command('start', 'short')
    await until('it is back', async () => (await client.getContainer({ params: { uid } })).body.online)
    expect(await ssh(target('short'), ['echo again'])).toMatchObject({ code: 0, stdout: 'again\n' })

    await engine().stop()
    await agent.says(/cannot be reached|closed the (connection|stream)/)
    const web = await registered(namespace, 'web_1')
    await until('it is offline', async () => !(await client.getContainer({ params: { uid: web.uid } })).body.online)
    await engine().restart()
    await engine().command('start', 'web.1')
    await until('it is back', async () => (await client.getContainer({ params: { uid: web.uid } })).body.online, {
      seconds: 60,
    })
    expect(await ssh(target('web_1'), ['echo again'])).toMatchObject({ code: 0, stdout: 'again\n' })
  })
})
