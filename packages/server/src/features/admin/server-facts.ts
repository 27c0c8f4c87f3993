import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { limits, type ServerFacts } from '@sshore/contract'
import { minutes } from '../../platform/clock.ts'
import { time } from '../../platform/database/codecs.ts'
import { describeDatabase } from '../../platform/database/about.ts'
import type { Database } from '../../platform/database/schema.ts'
import { othersMask, serverKeyName } from '../../platform/key-file.ts'
import { countFailedMails, countWaitingMails } from '../../platform/mail/outbox.store.ts'
import type { Services } from '../../services.ts'
import { countRecordings } from './everything.store.ts'

const heldMilliseconds = minutes(1)

async function diskOf(path: string): Promise<ServerFacts['data_folder']> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { path, free_bytes: bavail * bsize, disk_bytes: blocks * bsize }
}

/** What the database has to go through whole tables for; whoever reloads the page does not make it do so each time. */
const readSizes = async (database: Database) => ({
  database: await describeDatabase(database),
  recordings: await countRecordings(database),
})
type Sizes = Awaited<ReturnType<typeof readSizes>>
const held = new WeakMap<Database, { readonly at: number; readonly sizes: Promise<Sizes> }>()

function sizesOf({ database, clock }: Services): Promise<Sizes> {
  const known = held.get(database)
  if (known && clock.now() - known.at < heldMilliseconds) return known.sizes
  const sizes = readSizes(database)
  held.set(database, { at: clock.now(), sizes })
  // Whoever asks next asks the database again.
  sizes.catch(() => held.delete(database))
  return sizes
}

async function recordingsOf(services: Services): Promise<ServerFacts['recordings']> {
  const { options } = services
  const { recordingStore: s3, recordingRetentionDays } = options
  return {
    ...(s3
      ? ({ store: 's3', place: s3.bucket } as const)
      : ({ store: 'folder', place: join(options.dataDir, 'recordings') } as const)),
    ...(await sizesOf(services)).recordings,
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
  return {
    version: options.version,
    edition: options.edition,
    node: process.versions.node,
    started_at: time.toWire(Math.floor(services.clock.now() - process.uptime() * 1000)),
    public_url: options.publicUrl ?? '',
    database: (await sizesOf(services)).database,
    data_folder: await diskOf(options.dataDir),
    recordings: await recordingsOf(services),
    mail: {
      server: mailer !== undefined,
      waiting: await countWaitingMails(database),
      failed: await countFailedMails(database),
    },
    key: await keyOf(services),
    audit_retention_days: options.auditRetentionDays ?? limits.auditRetentionDays,
    ...(backup ? { last_backup: backup.toISOString() } : {}),
  }
}
