// Certificates from the command line to the device, with the programs that people use.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isRoot, run, sshore, ssh, unixUser, type UserKey } from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'

const one = oneDevice()
const address = (login: string): string => `${login}@${one.namespace.name}.${one.device.device.name}`

/** What somebody who only holds a key and its certificate meets; ssh finds the certificate beside the key. */
const login = (key: UserKey, as = 'root', options: readonly string[] = []) =>
  one.stack.target(address(as), { keys: [key.path], options })

async function command(...words: string[]): Promise<string> {
  const ran = await sshore(words, { SSHORE_DATA_DIR: join(one.stack.folder, 'server') })
  expect(ran.stderr).not.toContain('error')
  expect(ran.code).toBe(0)
  return ran.stdout
}

const issue = (key: UserKey, ...words: string[]): Promise<string> =>
  command(
    ...['certificate', 'issue', one.namespace.name, `${key.path}.pub`, '--user', one.namespace.owner.username],
    ...(words.includes('--principal') ? words : ['--principal', 'root', ...words]),
  )

describe('a certificate of the namespace', () => {
  beforeAll(async () => {
    const created = await command('certificate', 'authority', 'create', one.namespace.name, '--name', 'ours')
    expect(created).toMatch(/Use: +signs/)
  })

  it('opens a device with a key that nobody registered', async () => {
    const key = await one.stack.newKey()
    expect((await ssh(login(key), ['true'])).code).toBe(255)
    const said = await issue(key, '--key-id', 'laptop', '--hours', '2')
    expect(said).toMatch(/File: +.*-cert\.pub/)
    expect(await ssh(login(key), ['id -un'])).toMatchObject({ code: 0, stdout: 'root\n' })
    const { stdout } = await run('ssh-keygen', ['-L', '-f', `${key.path}-cert.pub`])
    expect(stdout).toContain('Type: ssh-ed25519-cert-v01@openssh.com user certificate')
    expect(stdout).toMatch(
      /Key ID: "laptop"[\s\S]*Serial: \d+[\s\S]*Principals:\s+root[\s\S]*Critical Options: \(none\)/,
    )
    const listed = await command('certificate', 'list', one.namespace.name)
    expect(listed).toMatch(/\d+ +laptop +owner-\S+ +root +\S+ \S+Z +good/)
  })

  it('for other login names opens none but those', async () => {
    const key = await one.stack.newKey('ecdsa', 384)
    await issue(key, '--principal', 'daemon')
    const refused = await ssh(login(key), ['true'])
    expect(refused.code).toBe(255)
    expect(refused.stderr).toContain('is not for the login name root')
  })

  it('runs its command, whatever is asked for, and tells it what that was', async () => {
    const key = await one.stack.newKey('rsa', 2048)
    await issue(key, '--force-command', 'echo "asked: $SSH_ORIGINAL_COMMAND"', '--no-terminal')
    expect((await ssh(login(key), ['id -un; false'])).stdout).toBe('asked: id -un; false\n')
    expect((await ssh(login(key), [])).stdout).toBe('asked: \n')
    expect((await ssh(login(key, 'root', ['-tt']), ['true'])).stderr).toContain('PTY allocation request failed')
  })

  it('without forwarding forwards nothing', async () => {
    const key = await one.stack.newKey()
    await issue(key, '--no-port-forwarding', '--no-agent-forwarding')
    const refused = await ssh(login(key, 'root', ['-W', '127.0.0.1:1']), [])
    expect(refused.stderr).toContain('administratively prohibited')
    expect((await ssh(login(key, 'root', ['-A']), ['echo "<$SSH_AUTH_SOCK>"'])).stdout).toBe('<>\n')
  })

  it('opens nothing once it is revoked, by its number or by its key id', async () => {
    const keys = [await one.stack.newKey(), await one.stack.newKey()]
    for (const key of keys) await issue(key, '--key-id', 'lent')
    const [first, second] = keys
    if (!first || !second) throw new Error('two keys were made')
    expect((await ssh(login(first), ['true'])).code).toBe(0)
    const shown = (await run('ssh-keygen', ['-L', '-f', `${first.path}-cert.pub`])).stdout
    const [, serial = ''] = /Serial: (\d+)/.exec(shown) ?? []
    await command('certificate', 'revoke', one.namespace.name, serial, '--yes')
    const refused = await ssh(login(first), ['true'])
    expect([refused.code, refused.stderr]).toEqual([255, expect.stringContaining('has been revoked')])
    expect((await ssh(login(second), ['true'])).code).toBe(0)
    await command('certificate', 'revoke', one.namespace.name, '--key-id', 'lent', '--yes')
    expect((await ssh(login(second), ['true'])).code).toBe(255)
  })

  it('of another authority opens what trusts it, for as long as it does', async () => {
    const office = await one.stack.newKey('ecdsa', 521)
    const key = await one.stack.newKey()
    await run('ssh-keygen', ['-q', '-s', office.path, '-I', 'ada', '-n', 'root', '-V', '-5m:+1h', `${key.path}.pub`])
    expect((await ssh(login(key), ['true'])).code).toBe(255)
    const words = ['certificate', 'authority']
    const created = await command(
      ...words,
      'create',
      one.namespace.name,
      '--public-key',
      `${office.path}.pub`,
      '--json',
    )
    const { fingerprint } = JSON.parse(created) as { fingerprint: string }
    expect((await ssh(login(key), ['true'])).code).toBe(0)
    await command(...words, 'remove', one.namespace.name, fingerprint, '--yes')
    expect((await ssh(login(key), ['true'])).code).toBe(255)
  })

  it('is issued to a member for a while, and gone with the membership', async () => {
    const member = await one.stack.seed.member(one.namespace, 'operator')
    const key = await one.stack.newKey()
    const body = { public_key: key.line, principals: ['root'] }
    await expect(member.client.issueCertificate({ body })).rejects.toMatchObject({ code: 'certificate_not_allowed' })
    await issue(key, '--user', member.username)
    expect((await ssh(login(key), ['true'])).code).toBe(0)
    await one.stack.internal.removeMemberByName({ params: { name: one.namespace.name, user: member.username } })
    expect((await ssh(login(key), ['true'])).code).toBe(255)
  })
})

describe.skipIf(!isRoot)('a device that insists on its own list (needs root, to make a user)', () => {
  it('lets in only keys that stand in it, whatever the namespace says', async () => {
    await using user = await unixUser()
    const environment = { ...process.env, SSHORE_OWN_KEYS_ONLY: '1' }
    await using device = await one.stack.addDevice(one.namespace, { environment, hostname: 'insists' })
    const target = device.target(user.name)
    const refused = await ssh(target, ['true'])
    expect([refused.code, refused.stderr]).toEqual([255, expect.stringContaining('It keeps a list of its own')])
    expect(refused.stderr).toContain('There is no ~/.ssh/authorized_keys')
    const list = join(user.home, '.ssh/authorized_keys')
    await mkdir(dirname(list), { mode: 0o700 })
    const { stdout } = await run('ssh-keygen', ['-y', '-f', target.keys?.[0] ?? ''])
    await writeFile(list, stdout, { mode: 0o600 })
    await run('chown', ['-R', `${user.name}:`, dirname(list)])
    expect(await ssh(target, ['id -un'])).toMatchObject({ code: 0, stdout: `${user.name}\n` })
  })
})
