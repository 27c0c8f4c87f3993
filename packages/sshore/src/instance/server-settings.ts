// What the settings say to the server: to one that runs, and to a command that works on the data of one.
import type { ServerOptions } from '@sshore/server'
import { readLastBackup } from '../backup/last-backup.ts'
import type { Config } from '../config/variables.ts'
import { type MailConfig, mailOf } from './mail-server.ts'
import { type PaymentConfig, paymentsFor } from './payment-provider.ts'
import { type RecordingStoreConfig, recordingStoreOf } from './recording-store.ts'

export type ServerConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'edition' | 'lockoutCeilingMinutes'> &
  Partial<
    Pick<
      Config,
      | 'publicUrl'
      | 'auditRetentionDays'
      | 'recordingRetentionDays'
      | 'recordingSearch'
      | 'geoDatabase'
      | 'announcementsUrl'
      | 'supportKey'
      | 'webhookAllowPrivate'
      | 'connectorAllowPrivate'
      | 'connectorSockets'
    >
  > &
  MailConfig &
  RecordingStoreConfig &
  PaymentConfig

export type ServerSettings = Pick<ServerOptions, 'dataDir' | 'edition' | 'lockoutCeilingMinutes'> &
  Partial<ServerOptions>

export const serverSettings = (config: ServerConfig): ServerSettings => ({
  dataDir: config.dataDir,
  ...(config.databaseUrl === undefined ? {} : { databaseUrl: config.databaseUrl }),
  edition: config.edition,
  lockoutCeilingMinutes: config.lockoutCeilingMinutes,
  webhookAllowPrivate: config.webhookAllowPrivate === 'true',
  connectorAllowPrivate: config.connectorAllowPrivate === 'true',
  ...(config.connectorSockets === undefined ? {} : { connectorSockets: config.connectorSockets }),
  ...(config.auditRetentionDays === undefined ? {} : { auditRetentionDays: config.auditRetentionDays }),
  ...(config.recordingRetentionDays === undefined ? {} : { recordingRetentionDays: config.recordingRetentionDays }),
  lastBackup: () => readLastBackup(config.dataDir),
  ...mailOf(config),
  ...paymentsFor(config),
  ...recordingStoreOf(config),
  ...(config.geoDatabase === undefined ? {} : { geoDatabase: config.geoDatabase }),
  recordingSearch: config.recordingSearch !== 'off',
  ...(config.announcementsUrl === undefined ? {} : { announcementsUrl: config.announcementsUrl }),
  ...(config.supportKey === undefined ? {} : { supportKey: config.supportKey }),
  ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
})
