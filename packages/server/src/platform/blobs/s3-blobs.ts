// A store that speaks S3. Objects cannot grow, so each write is an object of its own, named for where it begins.
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
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

  /** Empty: it is not there, or ends before `offset`. */
  async function readPart(name: string, start: number, offset: number): Promise<Uint8Array> {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: partKey(name, start) }))
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array()
    return bytes.subarray(offset - start)
  }

  const write: Blobs['write'] = async (name, offset, bytes) => {
    await client.send(new PutObjectCommand({ Bucket, Key: partKey(name, offset), Body: bytes }))
    remembered.set(name, [])
  }

  const read: Blobs['read'] = async (name, offset, most) => {
    const known = remembered.get(name)
    const starts = known?.some((start) => start > offset) ? known : await startsOf(name)
    const start = starts.findLast((each) => each <= offset)
    if (start === undefined) return new Uint8Array()
    return (await readPart(name, start, offset)).subarray(0, most)
  }

  const remove: Blobs['remove'] = async (of) => {
    const keys: string[] = []
    const drop = async (): Promise<void> => {
      if (keys.length === 0) return
      const Objects = keys.splice(0).map((Key) => ({ Key }))
      await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
    }
    for await (const key of keysOf(of)) {
      keys.push(key)
      if (keys.length >= namesPerRemoval) await drop()
    }
    await drop()
  }

  return {
    write: (...words) => telling(write(...words)),
    read: (...words) => telling(read(...words)),
    remove: (...words) => telling(remove(...words)),
    [Symbol.dispose]: () => client.destroy(),
  }
}
