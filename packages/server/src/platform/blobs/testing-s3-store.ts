// A real server that speaks S3, in this process, with one bucket.
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Store } from './s3-blobs.ts'

export interface TestS3 extends AsyncDisposable {
  readonly store: S3Store
  /** It is away from now on. */
  stop(): Promise<void>
}

export async function startTestS3(): Promise<TestS3> {
  await using undo = new AsyncDisposableStack()
  const directory = undo.adopt(await mkdtemp(join(tmpdir(), 'sshore-s3-')), (path) => rm(path, { recursive: true }))
  const server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: 'recordings', configs: [] }],
  })
  const { port }: AddressInfo = await server.run()
  let running = true
  const stop = async (): Promise<void> => {
    if (running) await server.close()
    running = false
  }
  undo.defer(stop)
  const endpoint = `http://127.0.0.1:${port}`
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const store = { bucket: 'recordings', prefix: 'site/', region: 'us-east-1', endpoint, credentials }
  const resources = undo.move()
  return { store, stop, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
