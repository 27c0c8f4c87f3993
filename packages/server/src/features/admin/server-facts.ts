import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { limits, type ServerFacts } from '@sshore/contract'
import { time } from '../../platform/database/codecs.ts'
import { describeDatabase } from '../../platform/database/about.ts'
import { countFailedMails, countWaitingMails } from '../../platform/mail/outbox.store.ts'
import type { Services } from '../../services.ts'
import { countRecordings } from './everything.store.ts'

/** Of permissions: those of anybody but the owner. */
const othersMask = 0o077

async function diskOf(path: string): Promise<ServerFacts['data_folder']> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { path, free_bytes: bavail * bsize, disk_bytes: blocks * bsize }
}

async function recordingsOf({ options, database }: Services): Promise<ServerFacts['recordings']> {
  const { recordingStore: s3, recordingRetentionDays } = options
  return {
    ...(s3
      ? ({ store: 's3', place: s3.bucket } as const)
      : ({ store: 'folder', place: join(options.dataDir, 'recordings') } as const)),
    ...(await countRecordings(database)),
    retention_days: recordingRetentionDays ?? limits.recordings.retentionDays,
  }
}

async function keyOf({ options, recordingSeal }: Services): Promise<ServerFacts['key']> {
  const { mtimeMs, mode } = await stat(join(options.dataDir, 'token-key.pem'))
  return {
    fingerprint: recordingSeal.fingerprint,
    made_at: time.toWire(Math.floor(mtimeMs)),
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
    database: await describeDatabase(database),
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
