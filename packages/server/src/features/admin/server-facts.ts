import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { limits, type ServerFacts } from '@sshore/contract'
import { minutes } from '../../platform/clock.ts'
import { time } from '../../platform/database/codecs.ts'
import { describeDatabase } from '../../platform/database/about.ts'
import type { Database } from '../../platform/database/schema.ts'
import { othersMask, serverKeyName } from '../../platform/key-file.ts'
import { countFailedMails, countWaitingMails } from '../../platform/mail/outbox.store.ts'
import type { ServerSizes } from '../../hooks.ts'
import type { Services } from '../../services.ts'
import { countRecordings } from './everything.store.ts'

const heldMilliseconds = minutes(1)

async function diskOf(path: string): Promise<ServerFacts['data_folder']> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { path, free_bytes: bavail * bsize, disk_bytes: blocks * bsize }
}

const readSizes = async (database: Database): Promise<ServerSizes> => ({
  database: await describeDatabase(database),
  recordings: await countRecordings(database),
  failedMails: await countFailedMails(database),
})

/** Whoever reloads the page does not make the database count each time. */
export function heldSizes({ database, clock }: Pick<Services, 'database' | 'clock'>): () => Promise<ServerSizes> {
  let held: { readonly at: number; readonly sizes: Promise<ServerSizes> } | undefined
  return () => {
    if (held && clock.now() - held.at < heldMilliseconds) return held.sizes
    const read = { at: clock.now(), sizes: readSizes(database) }
    held = read
    // Whoever asks next asks the database again.
    read.sizes.catch(() => {
      if (held === read) held = undefined
    })
    return read.sizes
  }
}

/** As they are held where the server has its features, and else as they are. */
function sizesOf({ hooks, database }: Services): Promise<ServerSizes> {
  const [held] = hooks.list('server.sizes')
  return held ? held() : readSizes(database)
}

function recordingsOf({ options }: Services, counts: ServerSizes['recordings']): ServerFacts['recordings'] {
  const { recordingStore: s3, recordingRetentionDays } = options
  return {
    ...(s3
      ? ({ store: 's3', place: s3.bucket } as const)
      : ({ store: 'folder', place: join(options.dataDir, 'recordings') } as const)),
    ...counts,
    retention_days: recordingRetentionDays ?? limits.recordings.retentionDays,
  }
}

async function keyOf({ options, recordingSeal }: Services): Promise<ServerFacts['key']> {
  const { mode } = await stat(join(options.dataDir, serverKeyName))
  return {
    fingerprint: recordingSeal.fingerprint,
    private: (mode & othersMask) === 0,
  }
}

/** What whoever looks after the server wants to see at a glance. */
export async function describeServer(services: Services): Promise<ServerFacts> {
  const { options, database, mailer } = services
  const backup = await options.lastBackup?.()
  const sizes = await sizesOf(services)
  return {
    version: options.version,
    edition: options.edition,
    node: process.versions.node,
    started_at: time.toWire(Math.floor(services.clock.now() - process.uptime() * 1000)),
    public_url: options.publicUrl ?? '',
    database: sizes.database,
    data_folder: await diskOf(options.dataDir),
    recordings: recordingsOf(services, sizes.recordings),
    mail: {
      server: mailer !== undefined,
      waiting: await countWaitingMails(database),
      failed: sizes.failedMails,
    },
    key: await keyOf(services),
    audit_retention_days: options.auditRetentionDays ?? limits.auditRetentionDays,
    ...(backup ? { last_backup: backup.toISOString() } : {}),
  }
}
