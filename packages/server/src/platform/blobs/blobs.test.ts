// Both stores keep what is written as they promise; the S3 store is a real server that speaks S3.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Blobs, BlobsUnavailable } from './blobs.ts'
import { localBlobs } from './local-blobs.ts'
import { s3Blobs } from './s3-blobs.ts'
import { startTestS3, type TestS3 } from './testing-s3-store.ts'

interface Opened extends AsyncDisposable {
  readonly blobs: Blobs
}

async function openLocal(): Promise<Opened & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'sshore-blobs-'))
  return { folder, blobs: localBlobs(folder), [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

async function openS3(): Promise<Opened & Omit<TestS3, keyof AsyncDisposable>> {
  await using undo = new AsyncDisposableStack()
  const { store, stop } = undo.use(await startTestS3())
  const blobs = undo.use(s3Blobs(store))
  const resources = undo.move()
  return { blobs, store, stop, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

const text = (blobs: Blobs, name: string, offset = 0, most = 100): Promise<string> =>
  blobs.read(name, offset, most).then((bytes) => Buffer.from(bytes).toString())

async function whole(blobs: Blobs, name: string): Promise<string> {
  let read = ''
  for (;;) {
    const piece = await text(blobs, name, read.length, 4)
    if (piece === '') return read
    read += piece
  }
}

describe.each([
  ['a folder', openLocal],
  ['an S3 store', openS3],
] as const)('%s', (_, open) => {
  test('gives back what was written, in whatever pieces it is asked for', async () => {
    await using opened = await open()
    const { blobs } = opened
    expect(await text(blobs, 'a/one')).toBe('')
    await blobs.write('a/one', 0, Buffer.from('hello '), false)
    expect(await whole(blobs, 'a/one')).toBe('hello ')
    await blobs.write('a/one', 6, Buffer.from('wide '), false)
    await blobs.write('a/one', 11, Buffer.from('world'), true)
    expect(await whole(blobs, 'a/one')).toBe('hello wide world')
    expect(await text(blobs, 'a/one', 13, 100)).toBe('rld')
    expect(await text(blobs, 'a/one', 16, 100)).toBe('')
    // An attempt that failed left something there.
    await blobs.write('a/one', 11, Buffer.from('there'), true)
    expect(await whole(blobs, 'a/one')).toBe('hello wide there')
  })

  test('removes what begins so, and nothing else', async () => {
    await using opened = await open()
    const { blobs } = opened
    for (const name of ['a/one', 'a/two', 'b/one']) await blobs.write(name, 0, Buffer.from(name), false)
    await blobs.remove('a/one')
    await blobs.remove('a/none')
    expect([await text(blobs, 'a/one'), await text(blobs, 'a/two')]).toEqual(['', 'a/two'])
    await blobs.remove('a/')
    await blobs.remove('a/')
    expect([await text(blobs, 'a/two'), await text(blobs, 'b/one')]).toEqual(['', 'b/one'])
  })
})

test('files are for their owner alone, and what an attempt left behind the end is cut off', async () => {
  await using opened = await openLocal()
  const { blobs, folder } = opened
  await blobs.write('a/one', 0, Buffer.from('whole'), false)
  expect((await stat(join(folder, 'a/one'))).mode & 0o777).toBe(0o600)
  await writeFile(join(folder, 'a/one'), 'whole and torn')
  await blobs.write('a/one', 5, Buffer.from('!'), false)
  expect(await readFile(join(folder, 'a/one'), 'utf8')).toBe('whole!')
  await rm(join(folder, 'a'), { recursive: true })
  await writeFile(join(folder, 'a'), 'a file')
  await expect(blobs.write('a/one', 0, Buffer.from('x'), false)).rejects.toThrow(BlobsUnavailable)
})

test('an S3 store keeps what is done in fewer objects, for those who are reading it too', async () => {
  await using opened = await openS3()
  const { blobs, store } = opened
  using other = s3Blobs(store)
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const bytes = Buffer.from(letters)
  for (const at of bytes.keys()) await blobs.write('a/one', at, bytes.subarray(at, at + 1), false)
  await blobs.write('a/one1', 0, Buffer.from('another'), false)
  // It knows the parts from here on.
  expect(await text(other, 'a/one', 3, 1)).toBe('d')
  await blobs.compact('a/one')
  expect(await text(blobs, 'a/one')).toBe(letters)
  expect(await text(other, 'a/one', 4, 5)).toBe('efghi')
  expect(await text(other, 'a/one', 26)).toBe('')
  expect(await text(blobs, 'a/one1')).toBe('another')
  await blobs.compact('a/one')
  expect(await text(other, 'a/one', 20)).toBe('uvwxyz')
})

test('an S3 store that is away is told as such', async () => {
  await using opened = await openS3()
  const { blobs, stop } = opened
  await blobs.write('a', 0, Buffer.from('x'), false)
  await stop()
  await expect(blobs.write('a', 1, Buffer.from('y'), false)).rejects.toThrow(BlobsUnavailable)
  await expect(blobs.read('a', 0, 1)).rejects.toThrow(BlobsUnavailable)
})
