// What store functions are called with: found by function and parameter, by parameter and type, or by type alone.
import { hashOfKey } from '../platform/secrets.ts'
import type { StoreFunction } from '../testing-store-functions.ts'
import type { Furnished } from './test-furnished.ts'

const page = { offset: 0, limit: 100 }
const everything = { kind: 'and', of: [] }
const rule = {
  action: 'deny',
  active: 1,
  priority: 1,
  source_ip: '.*',
  username: '.*',
  hostname: null,
  tags: ['other'],
}
const listing = { page, direction: 'asc' } as const

const values = (of: Furnished): Readonly<Record<string, unknown>> => ({
  DeviceUid: of.device.uid,
  'readonly DeviceUid[]': [of.device.uid],
  'to: DeviceUid': of.pendingUid,
  SessionUid: of.sessionUid,
  'readonly SessionUid[]': [of.sessionUid],
  UserId: of.id,
  'updateOwner owner': of.memberId,
  Fingerprint: of.fingerprint,
  'authority: Fingerprint': of.authority,
  'findAuthority fingerprint': of.authority,
  'getAuthority fingerprint': of.authority,
  'patchAuthority fingerprint': of.authority,
  'patchAuthority patch': { name: 'taken' },
  'removeAuthority fingerprint': of.authority,
  'serial: number': 1,
  '{ readonly serial: string; readonly keyId: string }': { serial: '1', keyId: '' },
  FirewallRuleId: of.rule,
  TunnelAddress: of.tunnel,
  TunnelEnd: { host: '127.0.0.1', port: 3000 },
  TunnelPatch: { ttl: 77 },
  'state: string': 'taken',
  'insertRule {}': { tenant_id: of.tenantId, number: 77, ...rule },
  'updateRuleRow {}': { ...rule, priority: 77 },
  'findInvite sigHash': hashOfKey(of.guest.sig),
  'findInvitedAddress userId': of.guest.id,
  'renewPending userId': of.guest.id,
  'renewPending fields': { role: 'operator', expires_at: 77 },
  'acceptPending userId': of.guest.id,
  ConnectorUid: of.connector,
  'patchConnector patch': { address: 'taken' },
  'enable: boolean | undefined': undefined,
  WebhookId: of.webhook.id,
  WebhookDeliveryId: of.webhook.delivery,
  'patchWebhook patch': { name: 'taken' },
  'patchDelivery patch': { problem: 'taken' },
  'problem: string': 'taken',
  'most: number': 3,
  'maxDevices: number': 7,
  AccountPatch: { customer: 'taken' },
  'findRemovedDevices uids': [of.removedUid],
  'forgetRemoved uid': of.removedUid,
  Role: 'observer',
  Page: page,
  'name: string': of.device.name,
  'findKeyByName name': of.apiKey,
  'updateKey name': of.apiKey,
  'updateKey fields': { name: 'taken', role: 'observer', updated_at: 0 },
  'deleteKey name': of.apiKey,
  'mac: string': of.mac,
  'remoteAddr: string': '127.0.0.1',
  'tag: string': 'bench',
  'from: string': 'bench',
  'to: string': 'renamed',
  'tags: readonly string[]': ['bench'],
  'writeTags tags': ['other'],
  'by: number': 40,
  'now: number': 1,
  'since: number': 0,
  'stepSeconds: number': 300,
  'endStale before': Number.MAX_SAFE_INTEGER,
  'patchDevice patch': { name: 'taken' },
  'patchSession patch': { term: 'taken' },
  'appendEvents events': [{ type: 'shell', happenedAt: 0, data: '', seat: 0 }],
  'seat: number': 0,
  'session: SessionUid | undefined': of.sessionUid,
  'patchRecording patch': { outcome: 'interrupted' },
  'advanceRecording figures': { milliseconds: 2, bytes: 2, lost_bytes: 0, blocks: 2, updated_at: 2 },
  'texts: readonly NewText[]': [{ at: 0, text: 'more', words: 'more' }],
  'words: readonly string[]': ['bench'],
  NamespaceChange: { name: 'taken' },
  CertificateListing: { userId: undefined, page },
  AuditListing: { ...listing, filter: everything },
  KeyListing: { ...listing, column: 'name' },
  DeviceListing: {
    ...listing,
    kind: 'device',
    status: undefined,
    filter: everything,
    column: 'name',
    onlineSince: 0,
    room: true,
  },
  SessionListing: { ...listing, filter: everything, column: 'started_at', staleBefore: 0 },
  PublicKeyListing: { ...listing, filter: everything, column: 'name' },
  'insertPublicKey key': {
    tenant_id: of.tenantId,
    fingerprint: 'SHA256:new',
    line: 'ssh-ed25519 AAAA',
    name: 'new',
    username: '.*',
    hostname: null,
    created_at: 0,
    tags: ['bench'],
  },
  'updatePublicKeyRow {}': { name: 'taken', username: '.*', hostname: null, tags: ['other'] },
})

/** Fails for a parameter that has no value above. */
export function argumentsFor({ name: of, parameters }: StoreFunction, furnished: Furnished): unknown[] {
  const known = values(furnished)
  return parameters.map(({ name, type }) => {
    const key = [`${of} ${name}`, `${name}: ${type}`, type].find((candidate) => candidate in known)
    const missing = `Give a value for "${of} ${name}" (${type}) in conformance/test-arguments.ts.`
    if (key === undefined) throw new Error(missing)
    return known[key]
  })
}
