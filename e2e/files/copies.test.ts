import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { remote, rsync, scp, sftp, sha256 } from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { describeTree, makeTree } from './tree.ts'

const one = oneDevice()
let folder = ''
let tree = ''
const there = (name: string): string => join(folder, name)

beforeAll(async () => {
  folder = join(one.stack.folder, 'copies')
  tree = join(folder, 'tree')
  await mkdir(tree, { recursive: true })
  await makeTree(tree)
})

describe.each([
  ['over SFTP', [] as string[]],
  ['in its old protocol', ['-O']],
])('scp %s', (_, mode) => {
  it('copies one file there and back', async () => {
    const target = one.device.target()
    const content = Buffer.alloc(20_000_003, Math.random().toString())
    const [local, far, back] = [there('one'), there('one far'), there('one back')]
    await writeFile(local, content)
    const quotedFar = mode.length > 0 ? far.replace(' ', '\\ ') : far
    expect(await scp(target, [...mode, '-p', local, remote(target, quotedFar)])).toMatchObject({ code: 0 })
    expect(await scp(target, [...mode, '-p', remote(target, quotedFar), back])).toMatchObject({ code: 0 })
    expect(sha256(await readFile(back))).toBe(sha256(content))
    for (const path of [local, far, back]) await rm(path)
  })

  it('says what is wrong when there is no such file', async () => {
    const target = one.device.target()
    const ran = await scp(target, [...mode, remote(target, there('missing')), there('nowhere')])
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/No such file or directory/)
  })
})

describe('scp -r', () => {
  it('copies a tree with odd names, with modes and times', async () => {
    const target = one.device.target()
    // Line breaks in names are beyond the program itself, and it follows links.
    const plain = there('scp tree')
    await mkdir(plain)
    await makeTree(plain)
    for (const name of ['new\nline', 'link', 'dangling']) await rm(join(plain, name), { force: true })
    expect(await scp(target, ['-rp', plain, remote(target, there('scp copy'))])).toMatchObject({ code: 0 })
    expect(await describeTree(there('scp copy'), { times: true })).toEqual(await describeTree(plain, { times: true }))
  })
})

describe('sftp', () => {
  it('does in a batch what a person would do by hand', async () => {
    await writeFile(there('given'), 'given\n')
    const batch = `
      cd ${folder}
      mkdir made
      put given "made/taken with space"
      rename "made/taken with space" made/renamed
      chmod 600 made/renamed
      symlink renamed made/pointer
      ln made/renamed made/hard
      get made/renamed fetched
      lcd ${folder}
      get made/renamed fetched
      ls -la made
      df .
      rm made/*
      rmdir made
    `
    const ran = await sftp(one.device.target(), batch, { cwd: folder })
    expect(ran.stderr).toBe('')
    expect(ran.code).toBe(0)
    expect(ran.stdout).toMatch(/-rw-------\s+\S+\s+root\s+root\s+6 .* (made\/)?renamed/)
    expect(await readFile(there('fetched'), 'utf8')).toBe('given\n')
  })

  it('resumes a broken upload', async () => {
    const content = Buffer.alloc(1_000_000, 'resume')
    await writeFile(there('whole'), content)
    await writeFile(there('broken'), content.subarray(0, 400_000))
    const ran = await sftp(one.device.target(), `reput ${there('whole')} ${there('broken')}\n`)
    expect(ran).toMatchObject({ code: 0 })
    expect(sha256(await readFile(there('broken')))).toBe(sha256(content))
  })

  it('ends with an error at the first command that fails', async () => {
    const ran = await sftp(one.device.target(), `get ${there('missing')}\n`)
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/not found|No such file/)
  })
})

describe('rsync -a', () => {
  it('makes a true copy of a tree with odd names, there and back, and then finds nothing to do', async () => {
    const target = one.device.target()
    const up = await rsync(target, ['-aH', `${tree}/`, remote(target, `${folder}/rsync-far/`)])
    expect(up.stderr).toBe('')
    expect(up.code).toBe(0)
    const expected = await describeTree(tree, { times: true })
    expect(await describeTree(there('rsync-far'), { times: true })).toEqual(expected)
    expect(await rsync(target, ['-aH', remote(target, `${folder}/rsync-far/`), there('rsync-back')])).toMatchObject({
      code: 0,
    })
    expect(await describeTree(there('rsync-back'), { times: true })).toEqual(expected)
    const again = await rsync(target, ['-aHi', `${tree}/`, remote(target, `${folder}/rsync-far/`)])
    expect(again).toMatchObject({ code: 0, stdout: '' })
  })
})
