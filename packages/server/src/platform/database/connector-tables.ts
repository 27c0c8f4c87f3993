// Table of connectors. Columns hold what `codecs.ts` says.
import type { ConnectorState, ConnectorUid, TenantId } from '@sshore/contract'

export interface ConnectorTables {
  connectors: ConnectorsTable
}

export interface ConnectorsTable {
  uid: ConnectorUid
  tenant_id: TenantId
  enable: number
  secure: number
  /** A host, or `unix:///path`. */
  address: string
  /** 0: the usual one. */
  port: number
  /** PEM; empty without TLS. */
  ca: string
  cert: string
  /** The private key of `cert`. */
  sealed_key: string | null
  /** What the keys of its containers are made from, hex. */
  sealed_secret: string
  state: Exclude<ConnectorState, 'off'>
  message: string
  /** Null: not known. */
  state_since: number | null
  created_at: number
  /** Counts up with each change. */
  revision: number
  /** The server that follows the engine, and until when it does without saying so again. */
  holder: string
  held_until: number
}
