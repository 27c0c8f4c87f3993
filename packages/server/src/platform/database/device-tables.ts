// Tables of devices, pairing, sessions and public keys. Columns hold what `codecs.ts` says.
import type { DeviceStatus, DeviceUid, Fingerprint, SessionUid, TenantId } from '@sshore/contract'

export interface DeviceTables {
  devices: DevicesTable
  device_counts: DeviceCountsTable
  device_tags: DeviceTagsTable
  pairings: PairingsTable
  pairing_misses: PairingMissesTable
  sessions: SessionsTable
  session_events: SessionEventsTable
  online_counts: OnlineCountsTable
  online_slots: OnlineSlotsTable
  public_keys: PublicKeysTable
  public_key_tags: PublicKeyTagsTable
}

export interface DevicesTable {
  uid: DeviceUid
  tenant_id: TenantId
  /** Lower-cased; unique among the accepted ones of a namespace. */
  name: string
  /** Empty when the device gave none. */
  mac: string
  info_id: string
  info_pretty_name: string
  info_version: string
  info_arch: string
  info_platform: string
  /** PEM. */
  public_key: string
  remote_addr: string
  /** Where that address is, in millionths of a degree; 0 and 0 when nobody knows. */
  latitude_microdegrees: number
  longitude_microdegrees: number
  public_url: number
  status: DeviceStatus
  status_updated_at: number
  created_at: number
  last_seen_at: number
  /** When the link closed; null while it is up or the device has checked in since. */
  disconnected_at: number | null
}

/** Kept by the database as devices come, change status and go; a status that never occurred has no row. */
export interface DeviceCountsTable {
  tenant_id: TenantId
  status: DeviceStatus
  total: number
}

/** How many devices were online from some moment within a slot on, until the next row; the first one who counts decides. */
export interface OnlineCountsTable {
  tenant_id: TenantId
  /** How long the slot is. */
  step_seconds: number
  /** Its beginning. */
  at: number
  online: number
  /** How many were accepted. */
  registered: number
}

/** The slots in which it was counted. */
export interface OnlineSlotsTable {
  step_seconds: number
  at: number
}

export interface DeviceTagsTable {
  device_uid: DeviceUid
  tenant_id: TenantId
  tag: string
}

export interface PairingsTable {
  /** SHA-256 of the code, hex. */
  code_hash: string
  /** JSON of what the device said about itself. */
  registration: string
  remote_addr: string
  expires_at: number
  /** Set once a member has accepted. */
  tenant_id: TenantId | null
  device_uid: DeviceUid | null
}

/** Wrong codes tried lately. */
export interface PairingMissesTable {
  /** A user, or the network that an address belongs to. */
  source: string
  misses: number
  forgotten_at: number
}

export interface SessionsTable {
  uid: SessionUid
  device_uid: DeviceUid
  tenant_id: TenantId
  username: string
  ip_address: string
  /** Where that address is; see `DevicesTable`. */
  latitude_microdegrees: number
  longitude_microdegrees: number
  type: 'web' | 'term'
  term: string
  authenticated: number
  recorded: number
  /** JSON, distinct, in order of first appearance. */
  event_types: string
  /** JSON, distinct, ascending. */
  seats: string
  started_at: number
  last_seen_at: number
  /** Null while it runs. */
  ended_at: number | null
}

/** What happened in a session, by position from 0. */
export interface SessionEventsTable {
  session_uid: SessionUid
  position: number
  tenant_id: TenantId
  type: string
  happened_at: number
  data: string
  seat: number
}

export interface PublicKeysTable {
  tenant_id: TenantId
  fingerprint: Fingerprint
  /** Algorithm and base64, without comment or newline. */
  line: string
  name: string
  username: string
  /** Regex of device names; null when the key is filtered by tags. */
  hostname: string | null
  created_at: number
}

export interface PublicKeyTagsTable {
  tenant_id: TenantId
  fingerprint: Fingerprint
  tag: string
}
