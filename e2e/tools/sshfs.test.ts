import { existsSync } from 'node:fs'
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  statfs,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { run, sftp, sha256 } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from './a-user.ts'

const given = aUser()
const hasFuse = existsSync('/dev/fuse')
if (!hasFuse) console.warn('\nSKIPPED: mounting with sshfs, this machine has no /dev/fuse\n')

describe.skipIf(!hasFuse)('a folder of the device mounted with sshfs', () => {
  let mounted = ''
  const at = (name: string): string => join(mounted, name)
  beforeAll(async () => {
    const { config, folder, searchPath } = given()
    mounted = join(folder, 'mounted')
    await mkdir(mounted)
    const environment = { PATH: searchPath, HOME: folder }
    const ran = await run('sshfs', ['-F', config, '-o', 'reconnect', 'device:', mounted], { environment })
    if (ran.code !== 0) throw new Error(`sshfs: ${ran.stderr}`)
  })
  afterAll(async () => {
    await run('fusermount3', ['-u', mounted])
  })

  it('reads and writes', async () => {
    const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 31) % 251))
    await writeFile(at('file'), content)
    expect(sha256(await readFile(at('file')))).toBe(sha256(content))
    expect(sha256(await readFile(join(given().user.home, 'file')))).toBe(sha256(content))
    await truncate(at('file'), 1000)
    await writeFile(at('file'), 'appended', { flag: 'a' })
    expect((await readFile(at('file'))).subarray(1000).toString()).toBe('appended')
  })

  it('renames over a file, links, and sets modes and times', async () => {
    await writeFile(at('from'), 'from')
    await writeFile(at('to'), 'to')
    await rename(at('from'), at('to'))
    expect(await readFile(at('to'), 'utf8')).toBe('from')
    await symlink('to', at('link'))
    expect(await readlink(at('link'))).toBe('to')
    await chmod(at('to'), 0o604)
    await utimes(at('to'), 1_500_000_000, 1_500_000_000)
    expect(await stat(join(given().user.home, 'to'))).toMatchObject({ mode: 0o100604, mtimeMs: 1_500_000_000_000 })
  })

  it('makes, lists and removes folders', async () => {
    await mkdir(at('folder/ü b/deep'), { recursive: true })
    await Promise.all(Array.from({ length: 200 }, (_, index) => writeFile(at(`folder/${index}`), '')))
    expect(await readdir(at('folder'))).toHaveLength(201)
    await expect(rm(at('folder/none'))).rejects.toThrow(/ENOENT/)
    await rm(at('folder'), { recursive: true })
    expect(existsSync(join(given().user.home, 'folder'))).toBe(false)
  })

  it('tells the space of the file system, and refusals', async () => {
    const [there, here] = [await statfs(at('.')), await statfs(given().user.home)]
    expect(there.blocks * there.bsize).toBe(here.blocks * here.bsize)
    await writeFile(join(given().user.home, 'locked'), '', { mode: 0o600 })
    await expect(readFile(at('locked'))).rejects.toThrow(/EACCES/)
  })
})

it('what sshfs asks of a server is answered without it as well', async () => {
  const { stack, user, config } = given()
  const text = await readFile(config, 'utf8')
  const target = stack.target(/User (\S+)/.exec(text)?.[1] ?? '', {
    keys: [/IdentityFile (\S+)/.exec(text)?.[1] ?? ''],
  })
  const batch = [
    'put /etc/services a',
    'put /etc/hostname b',
    'rename a b',
    'ln -s b c',
    'chmod 604 b',
    'df .',
    'ls -la',
  ].join('\n')
  expect(await sftp(target, `${batch}\n`)).toMatchObject({ code: 0, stderr: '' })
  expect(await readFile(join(user.home, 'c'), 'utf8')).toBe(await readFile('/etc/services', 'utf8'))
})
