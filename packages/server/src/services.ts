// What every feature works with: one object per server, disposed as a whole.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bus, Edition, Info } from '@sshore/contract'
import type { LinkSocket } from '@sshore/link'
import type { Logger } from 'pino'
import { createHooks, type Hooks } from './hooks.ts'
import { createLocalBus } from './platform/bus.ts'
import { createLiveEvents, type LiveEvents } from './platform/live-events.ts'
import { type AuditSeal, createAuditSeal } from './platform/audit-seal.ts'
import type { Blobs } from './platform/blobs/blobs.ts'
import { localBlobs } from './platform/blobs/local-blobs.ts'
import type { S3Store } from './platform/blobs/s3-blobs.ts'
import { type TrustedProxies, trustedProxies } from './platform/client-address.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database/open.ts'
import type { Database } from './platform/database/schema.ts'
import { closeDatabase } from './platform/database/transaction.ts'
import { createHeldSecrets, type HeldSecrets } from './platform/held-secrets.ts'
import { loadPrivateKey, serverKeyName } from './platform/key-file.ts'
import { createMailer, type Mailer, type MailOptions } from './platform/mail/mailer.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { createPasswords, type Passwords } from './platform/passwords.ts'
import { createPayments, type PaymentOptions, type Payments } from './platform/payments/payments.ts'
import { openPositions, type Positions } from './platform/positions.ts'
import { RecordingFiles } from './platform/recordings/recording-files.ts'
import { createRecordingSeal, type RecordingSeal } from './platform/recordings/recording-seal.ts'
import { RecordingWatchers } from './platform/recordings/recording-watchers.ts'
import { LaggingFigures } from './platform/recordings/lagging-figures.ts'
import { RecordingWriters } from './platform/recordings/recording-writers.ts'
import { createSealer, type Sealer } from './platform/sealing.ts'
import { keyFor, setupSignature } from './platform/secrets.ts'
import { createTokens, type Tokens } from './platform/tokens.ts'

export type Registration = Info['registration']

export interface ServerOptions {
  /** Folder of the database and the server's key; made with mode 0700 when missing. */
  readonly dataDir: string
  /** A PostgreSQL database to use instead of the embedded one in `dataDir`. */
  readonly databaseUrl?: string
  /** How long to wait at the start for one that does not answer. Default 60. */
  readonly databasePatienceSeconds?: number
  readonly edition: Edition
  readonly version: string
  /** What our own processes show to `/internal`; at least 32 characters. */
  readonly serviceToken: string
  /** Port on which people reach the SSH gateway; asked at each `/info`. */
  readonly sshEndpointPort: () => number
  /** Addresses and networks whose forwarding headers are believed; empty: nobody's. */
  readonly trustedProxies: readonly string[]
  /** Address that people use, when it is known; one of HTTPS is declared to be HTTPS for good. */
  readonly publicUrl?: string
  /** The built console; without it a plain page tells what to do. */
  readonly consoleDir?: string
  /** Folder of the documentation, built to be served below /docs/. */
  readonly docsDir?: string
  readonly log: Logger
  readonly clock?: Clock
  /** Longest lockout after failed logins; 0 switches lockout off. Default 60. */
  readonly lockoutCeilingMinutes?: number
  /** How long entries of the audit log are kept. Default 400. */
  readonly auditRetentionDays?: number
  /** An S3 store for recordings; by default they are in the data folder. */
  readonly recordingStore?: S3Store
  /** How long recordings are kept. Default 90. */
  readonly recordingRetentionDays?: number
  /** A file in MaxMind's format that says where addresses are; without it nobody is anywhere. */
  readonly geoDatabase?: string
  /** Whether the text of recordings can be searched; it is kept in the database, not encrypted. Default true. */
  readonly recordingSearch?: boolean
  /** Where HTTP tunnels are; without it there are none. */
  readonly tunnels?:
    | {
        /** Each tunnel is a name under it. */
        readonly domain: string
        readonly scheme: 'http' | 'https'
        /** Where it is not that of the scheme; asked each time. */
        readonly port?: (() => number) | undefined
      }
    | undefined
  /** The payment provider; without it no edition limits anybody. */
  readonly payments?: PaymentOptions
  /** Another server whose announcements are announced here too. */
  readonly announcementsUrl?: string
  /** What is shared with a support desk; without it identifiers are made with a key of the server. */
  readonly supportKey?: string
  /** Webhooks may go to private addresses and by plain HTTP. Default false. */
  readonly webhookAllowPrivate?: boolean
  /** Who may register: anybody, whoever was invited, nobody. Default: anybody. */
  readonly registration?: Registration
  /** The mail server to send by; without one, mail waits for whoever looks after the server. */
  readonly mail?: MailOptions
  /** Connectors may go to private addresses. Default false. */
  readonly connectorAllowPrivate?: boolean
  /** Paths of sockets of this machine that connectors may go to. Default none: an engine's socket is worth root. */
  readonly connectorSockets?: readonly string[]
  /**
   * Opens a link of a container, by its device token, to the gateway; undefined for a token that is no good. Rejects while there is no
   * gateway to link to. Without it no engine is followed.
   */
  readonly containerLink?: (token: string) => Promise<LinkSocket | undefined>
  /** For a command that makes a few calls and ends: nothing is swept or sent beside them. Default true. */
  readonly withJobs?: boolean
  /** When all that the server keeps was saved last; undefined when that is not known. */
  readonly lastBackup?: () => Promise<Date | undefined>
  /** How long `drain` waits for running requests. Default 10. */
  readonly drainSeconds?: number
}

export interface Services extends AsyncDisposable {
  readonly options: ServerOptions
  readonly database: Database
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  readonly tokens: Tokens
  readonly passwords: Passwords
  readonly sealer: Sealer
  readonly auditSeal: AuditSeal
  readonly held: HeldSecrets
  /** Undefined: no mail server is set up. */
  readonly mailer: Mailer | undefined
  readonly hooks: Hooks
  readonly liveEvents: LiveEvents
  /** Absent where nobody pays. */
  readonly payments: Payments | undefined
  readonly positions: Positions
  readonly recordingSeal: RecordingSeal
  readonly recordingFiles: RecordingFiles
  readonly recordingWriters: RecordingWriters
  readonly recordingFigures: LaggingFigures
  readonly recordingWatchers: RecordingWatchers
  readonly trusted: TrustedProxies
  readonly supportKey: string
  /** What the setup link carries; the same at every start. */
  readonly setupSignature: string
}

/** The SDK is loaded where it is used: it is larger than all else. */
async function openBlobs({ dataDir, recordingStore: store }: ServerOptions): Promise<Blobs> {
  if (!store) return localBlobs(join(dataDir, 'recordings'))
  const { s3Blobs } = await import('./platform/blobs/s3-blobs.ts')
  return s3Blobs(store)
}

export async function createServices(options: ServerOptions): Promise<Services> {
  if (options.serviceToken.length < 32) throw new Error('The service token must have at least 32 characters.')
  const trusted = trustedProxies(options.trustedProxies)
  const { log, clock = systemClock } = options
  // One that is there keeps its mode; the files in it are for their owner alone either way.
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const privateKey = await loadPrivateKey(join(options.dataDir, serverKeyName))
  const passwords = await createPasswords()
  const positions = await openPositions(options.geoDatabase, log)
  const database = await openDatabase(
    options.databaseUrl === undefined
      ? { file: join(options.dataDir, 'sshore.db') }
      : { url: options.databaseUrl, patienceSeconds: options.databasePatienceSeconds ?? 60 },
    log,
  )
  const bus = createLocalBus(log)
  const recordingSeal = createRecordingSeal(privateKey)
  const recordingFiles = new RecordingFiles(await openBlobs(options), recordingSeal)
  return {
    options,
    database,
    bus,
    liveEvents: createLiveEvents(bus),
    payments: options.payments && createPayments(options.payments, log),
    positions,
    recordingSeal,
    recordingFiles,
    recordingWriters: new RecordingWriters(recordingFiles),
    recordingFigures: new LaggingFigures(),
    recordingWatchers: new RecordingWatchers(),
    clock,
    log,
    metrics: createMetrics(),
    tokens: createTokens(privateKey, clock),
    passwords,
    sealer: createSealer(privateKey),
    auditSeal: createAuditSeal(privateKey),
    held: createHeldSecrets(clock),
    mailer: options.mail && (await createMailer(options.mail, clock)),
    hooks: createHooks(),
    trusted,
    supportKey: options.supportKey ?? keyFor('support', privateKey),
    setupSignature: setupSignature(privateKey),
    [Symbol.asyncDispose]: () => closeDatabase(database),
  }
}
