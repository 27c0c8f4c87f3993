// A store that speaks S3. Objects cannot grow, so each write is an object of its own, named for where it begins; once nothing
// more is written they are put together, because each costs a request, to write, to read and to remove.
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { RecentlyUsed } from '../recently-used.ts'
import { type Blobs, BlobsUnavailable } from './blobs.ts'

export interface S3Store {
  readonly bucket: string
  /** What all names begin with; empty, or with a slash at its end. */
  readonly prefix: string
  readonly region: string
  /** Of a store that is not Amazon's. */
  readonly endpoint?: string
  /** For tests. Otherwise the SDK looks where it always does: `AWS_*` variables, profiles, the machine's role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

const offsetDigits = 16
/** What is put together is no larger by more than one write: it goes through memory. */
const partBytesMost = 8 * 1024 * 1024
const namesPerRemoval = 1000
const connectSeconds = 5
const answerSeconds = 20
/** Recordings whose parts are remembered while somebody reads them. */
const rememberedMost = 200

const clientOf = ({ region, endpoint, credentials }: S3Store): S3Client => {
  const config: S3ClientConfig = {
    region,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: connectSeconds * 1000, requestTimeout: answerSeconds * 1000 },
    // Stores that are not Amazon's do not know its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials ? { credentials } : {}),
  }
  return new S3Client(config)
}

const telling = <Result>(run: Promise<Result>): Promise<Result> =>
  run.catch((error: unknown) => {
    throw new BlobsUnavailable(error)
  })

export type S3Blobs = Blobs & Disposable

export function s3Blobs(store: S3Store): S3Blobs {
  const client = clientOf(store)
  const { bucket: Bucket, prefix } = store
  const remembered = new RecentlyUsed<string, readonly number[]>(rememberedMost)
  const partKey = (name: string, offset: number): string =>
    `${prefix}${name}/${String(offset).padStart(offsetDigits, '0')}`

  async function* keysOf(of: string): AsyncGenerator<string> {
    for (let token: string | undefined; ;) {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket,
          Prefix: `${prefix}${of}`,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
      )
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key
      token = page.NextContinuationToken
      if (token === undefined) return
    }
  }

  async function startsOf(name: string): Promise<readonly number[]> {
    const starts: number[] = []
    for await (const key of keysOf(`${name}/`)) starts.push(Number(key.slice(-offsetDigits)))
    remembered.set(name, starts)
    return starts
  }

  /** Empty: it ends before `offset`. Fails with `NoSuchKey`. */
  async function readPart(name: string, start: number, offset: number, most: number): Promise<Uint8Array> {
    const Range = `bytes=${offset - start}-${offset - start + most - 1}`
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: partKey(name, start), Range }))
      return (await Body?.transformToByteArray()) ?? new Uint8Array()
    } catch (error) {
      if (error instanceof S3ServiceException && error.name === 'InvalidRange') return new Uint8Array()
      throw error
    }
  }

  async function readFrom(name: string, starts: readonly number[], offset: number, most: number): Promise<Uint8Array> {
    const start = starts.findLast((each) => each <= offset)
    return start === undefined ? new Uint8Array() : readPart(name, start, offset, most)
  }

  const write: Blobs['write'] = async (name, offset, bytes) => {
    await client.send(new PutObjectCommand({ Bucket, Key: partKey(name, offset), Body: bytes }))
    remembered.set(name, [])
  }

  const read: Blobs['read'] = async (name, offset, most) => {
    const known = remembered.get(name)
    if (!known?.some((start) => start > offset)) return readFrom(name, await startsOf(name), offset, most)
    try {
      return await readFrom(name, known, offset, most)
    } catch (error) {
      // Another node has put the parts together.
      if (!(error instanceof NoSuchKey)) throw error
      return readFrom(name, await startsOf(name), offset, most)
    }
  }

  async function drop(keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += namesPerRemoval) {
      const Objects = keys.slice(from, from + namesPerRemoval).map((Key) => ({ Key }))
      await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
    }
  }

  /** The parts that begin one after the other, as far as they make a part of that size together. */
  async function joined(name: string, starts: readonly number[]): Promise<{ bytes: Uint8Array; count: number }> {
    const parts: Uint8Array[] = []
    let size = 0
    for (const start of starts) {
      if (size >= partBytesMost) break
      const part = await readPart(name, start, start, Number.MAX_SAFE_INTEGER - start)
      parts.push(part)
      size += part.length
    }
    return { bytes: Buffer.concat(parts), count: parts.length }
  }

  /** Whoever reads meanwhile finds each byte in the old part or in the new one. */
  const compact: Blobs['compact'] = async (name) => {
    let starts = await startsOf(name)
    while (starts.length > 1) {
      const [first = 0] = starts
      const { bytes, count } = await joined(name, starts)
      if (count > 1) {
        await write(name, first, bytes, true)
        await drop(starts.slice(1, count).map((start) => partKey(name, start)))
      }
      starts = starts.slice(count)
    }
    remembered.set(name, [])
  }

  const remove: Blobs['remove'] = async (of) => {
    const keys: string[] = []
    for await (const key of keysOf(of)) {
      keys.push(key)
      if (keys.length >= namesPerRemoval) await drop(keys.splice(0))
    }
    await drop(keys)
  }

  return {
    write: (...words) => telling(write(...words)),
    read: (...words) => telling(read(...words)),
    compact: (...words) => telling(compact(...words)),
    remove: (...words) => telling(remove(...words)),
    [Symbol.dispose]: () => client.destroy(),
  }
}
