// Identifiers are branded by what they name, so that one can never be passed for another.
import { Type, type TUnsafe } from 'typebox'

declare const brand: unique symbol
export type Brand<Name extends string> = string & { readonly [brand]: Name }

/** Lower-case hex SHA-256 of identity, key and namespace; see `deviceUidSource`. */
export type DeviceUid = Brand<'DeviceUid'>
/** UUID of a namespace. */
export type TenantId = Brand<'TenantId'>
/** 24 lower-case hex digits. */
export type UserId = Brand<'UserId'>
/** Lower-case hex, 64 digits: the SSH session identifier of the connection's first key exchange. */
export type SessionUid = Brand<'SessionUid'>
/** MD5 of a public key's wire form, 16 lower-case hex pairs joined by colons (RFC 4716 section 4). */
export type Fingerprint = Brand<'Fingerprint'>

/** UUID. */
export type AnnouncementId = Brand<'AnnouncementId'>
/** UUID. */
export type WebhookId = Brand<'WebhookId'>
/** UUID. */
export type ConnectorUid = Brand<'ConnectorUid'>
/** UUID. */
export type WebhookDeliveryId = Brand<'WebhookDeliveryId'>
/** 32 lower-case hex digits, random: whoever knows it can reach the tunnel. */
export type TunnelAddress = Brand<'TunnelAddress'>
export type MailId = Brand<'MailId'>
/** From 1 in each namespace; people and logs name a rule by it. */
export type FirewallRuleId = number & { readonly [brand]: 'FirewallRuleId' }

const branded = <Name extends string>(pattern: string, description: string): TUnsafe<Brand<Name>> =>
  Type.Unsafe<Brand<Name>>(Type.String({ pattern, description }))

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

export const DeviceUid = branded<'DeviceUid'>('^[0-9a-f]{64}$', 'Device identifier, 64 hex digits')
export const TenantId = branded<'TenantId'>(`^${uuid}$`, 'Namespace identifier (UUID)')
export const AnnouncementId = branded<'AnnouncementId'>(`^${uuid}$`, 'Identifier of an announcement (UUID)')
export const WebhookId = branded<'WebhookId'>(`^${uuid}$`, 'Identifier of a webhook (UUID)')
export const ConnectorUid = branded<'ConnectorUid'>(`^${uuid}$`, 'Identifier of a connector (UUID)')
export const WebhookDeliveryId = branded<'WebhookDeliveryId'>(`^${uuid}$`, 'Identifier of a delivery (UUID)')
export const TunnelAddress = Type.Unsafe<TunnelAddress>(
  Type.String({
    pattern: '^[0-9a-f]{32}$',
    description: 'Address of a tunnel, 32 hex digits',
    examples: ['0f8fad5bd9cb469fa16570867728950e'],
  }),
)
export const MailId = branded<'MailId'>(`^${uuid}$`, 'Identifier of a mail (UUID)')
export const FirewallRuleId = Type.Unsafe<FirewallRuleId>(
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Number of a rule in its namespace', examples: [3] }),
)
export const UserId = branded<'UserId'>('^[0-9a-f]{24}$', 'User identifier, 24 hex digits')
export const SessionUid = branded<'SessionUid'>('^[0-9a-f]{64}$', 'Session identifier, 64 hex digits')
export const Fingerprint = branded<'Fingerprint'>(
  '^([0-9a-f]{2}:){15}[0-9a-f]{2}$',
  'MD5 fingerprint of the public key, 16 colon-separated hex pairs',
)

/**
 * The byte string whose SHA-256 (lower-case hex) is a device's uid.
 * The layout is fixed by the agents already in the field: no spaces, no escaping, newlines of the PEM kept.
 */
export function deviceUidSource(mac: string, publicKey: string, tenantId: string): string {
  return `{Identity:{MAC:"${mac}"},PublicKey:"${publicKey}",TenantID:"${tenantId}"}`
}
