// Devices, sessions, firewall rules and public keys of all namespaces, for administrators of the server.
import { Type } from 'typebox'
import { DeviceUid, Fingerprint, FirewallRuleId, SessionUid, TenantId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Device, DeviceName, DeviceStatus, PublicKey, Session } from '../entities.ts'
import { everyDeviceProperties, everyKeyProperties } from '../filters.ts'
import { Filter, Paging, TotalCount } from '../schemas.ts'
import { setDeviceStatus } from './devices.ts'
import { FirewallRule, FirewallRuleChoices } from './firewall.ts'
import { createPublicKey } from './public-keys.ts'

const feature = 'admin' as const
const access = { kind: 'administrator' } as const
const byUid = Type.Object({ uid: DeviceUid })
const bySession = Type.Object({ uid: SessionUid })
const byRule = Type.Object({ id: FirewallRuleId })
/** Rules and keys are known by names that are good within their namespace. */
const inNamespace = Type.Object({ tenant_id: TenantId })

export const adminListDevices = endpoint({
  id: 'adminListDevices',
  method: 'GET',
  path: '/admin/api/devices',
  feature,
  summary: 'List the devices and containers of all namespaces, those seen last first',
  access,
  query: Type.Object({
    filter: Filter(everyDeviceProperties),
    ...Paging,
    tenant_id: Type.Optional(TenantId),
    status: Type.Optional(DeviceStatus),
  }),
  success: { status: 200, description: 'Devices', body: Type.Array(Device), headers: TotalCount },
  errors: [],
})

export const adminGetDevice = endpoint({
  id: 'adminGetDevice',
  method: 'GET',
  path: '/admin/api/devices/{uid}',
  feature,
  summary: 'Get one device',
  access,
  params: byUid,
  success: { status: 200, description: 'The device', body: Device },
  errors: ['device_not_found'],
})

export const adminRenameDevice = endpoint({
  id: 'adminRenameDevice',
  method: 'PATCH',
  path: '/admin/api/devices/{uid}',
  feature,
  summary: 'Rename a device',
  access,
  params: byUid,
  body: Type.Object({ name: DeviceName }),
  success: { status: 200, description: 'Renamed' },
  errors: ['device_not_found', 'device_name_taken'],
})

export const adminSetDeviceStatus = endpoint({
  id: 'adminSetDeviceStatus',
  method: 'PATCH',
  path: '/admin/api/devices/{uid}/{status}',
  feature,
  summary: 'Accept or reject a device, or set it back',
  access,
  params: setDeviceStatus.params,
  success: { status: 200, description: 'Set' },
  errors: setDeviceStatus.errors,
})

export const adminRemoveDevice = endpoint({
  id: 'adminRemoveDevice',
  method: 'DELETE',
  path: '/admin/api/devices/{uid}',
  feature,
  summary: 'Remove a device with all that hangs on it',
  access,
  params: byUid,
  success: { status: 200, description: 'Gone' },
  errors: ['device_not_found'],
})

export const adminListSessions = endpoint({
  id: 'adminListSessions',
  method: 'GET',
  path: '/admin/api/sessions',
  feature,
  summary: 'List the sessions of all namespaces, newest first',
  access,
  query: Type.Object({ ...Paging, tenant_id: Type.Optional(TenantId) }),
  success: { status: 200, description: 'Sessions', body: Type.Array(Session), headers: TotalCount },
  errors: [],
})

export const adminGetSession = endpoint({
  id: 'adminGetSession',
  method: 'GET',
  path: '/admin/api/sessions/{uid}',
  feature,
  summary: 'Get one session',
  access,
  params: bySession,
  success: { status: 200, description: 'The session', body: Session },
  errors: ['session_not_found'],
})

export const adminSetSessionAuthenticated = endpoint({
  id: 'adminSetSessionAuthenticated',
  method: 'POST',
  path: '/admin/api/sessions/{uid}',
  feature,
  summary: 'Set whether a session counts as authenticated',
  access,
  params: bySession,
  body: Type.Object({ authenticated: Type.Boolean() }),
  success: { status: 200, description: 'Set' },
  errors: ['session_not_found'],
})

export const adminCloseSession = endpoint({
  id: 'adminCloseSession',
  method: 'POST',
  path: '/admin/api/sessions/{uid}/close',
  feature,
  summary: 'End a running session',
  access,
  params: bySession,
  success: { status: 200, description: 'Told to close' },
  errors: ['session_not_found'],
})

export const adminListFirewallRules = endpoint({
  id: 'adminListFirewallRules',
  method: 'GET',
  path: '/admin/api/firewall/rules',
  feature,
  summary: 'List the firewall rules of all namespaces, or of one',
  access,
  query: Type.Object({ ...Paging, tenant_id: Type.Optional(TenantId) }),
  success: { status: 200, description: 'Rules', body: Type.Array(FirewallRule), headers: TotalCount },
  errors: [],
})

export const adminCreateFirewallRule = endpoint({
  id: 'adminCreateFirewallRule',
  method: 'POST',
  path: '/admin/api/firewall/rules',
  feature,
  summary: 'Add a rule to a namespace',
  access,
  body: Type.Object({ tenant_id: TenantId, ...FirewallRuleChoices.properties }),
  success: { status: 200, description: 'The rule', body: FirewallRule },
  errors: ['namespace_not_found', 'tag_not_found', 'firewall_rule_limit'],
})

export const adminGetFirewallRule = endpoint({
  id: 'adminGetFirewallRule',
  method: 'GET',
  path: '/admin/api/firewall/rules/{id}',
  feature,
  summary: 'Get one rule of a namespace',
  access,
  params: byRule,
  query: inNamespace,
  success: { status: 200, description: 'The rule', body: FirewallRule },
  errors: ['firewall_rule_not_found'],
})

export const adminUpdateFirewallRule = endpoint({
  id: 'adminUpdateFirewallRule',
  method: 'PUT',
  path: '/admin/api/firewall/rules/{id}',
  feature,
  summary: 'Replace a rule of a namespace',
  access,
  params: byRule,
  query: inNamespace,
  body: FirewallRuleChoices,
  success: { status: 200, description: 'The rule', body: FirewallRule },
  errors: ['firewall_rule_not_found', 'tag_not_found'],
})

export const adminDeleteFirewallRule = endpoint({
  id: 'adminDeleteFirewallRule',
  method: 'DELETE',
  path: '/admin/api/firewall/rules/{id}',
  feature,
  summary: 'Remove a rule of a namespace',
  access,
  params: byRule,
  query: inNamespace,
  success: { status: 200, description: 'Gone' },
  errors: ['firewall_rule_not_found'],
})

export const adminListPublicKeys = endpoint({
  id: 'adminListPublicKeys',
  method: 'GET',
  path: '/admin/api/sshkeys/public-keys',
  feature,
  summary: 'List the public keys of all namespaces, or of one',
  access,
  query: Type.Object({ filter: Filter(everyKeyProperties), ...Paging, tenant_id: Type.Optional(TenantId) }),
  success: { status: 200, description: 'Public keys', body: Type.Array(PublicKey), headers: TotalCount },
  errors: [],
})

export const adminCreatePublicKey = endpoint({
  id: 'adminCreatePublicKey',
  method: 'POST',
  path: '/admin/api/sshkeys/public-keys',
  feature,
  summary: 'Register a public key in a namespace',
  access,
  body: Type.Object({ tenant_id: TenantId, ...createPublicKey.body.properties }),
  success: { status: 200, description: 'The registered key', body: PublicKey },
  errors: ['namespace_not_found', 'unprocessable_public_key', 'public_key_exists', 'tag_not_found'],
  unprocessableBody: true,
})

export const adminDeletePublicKey = endpoint({
  id: 'adminDeletePublicKey',
  method: 'DELETE',
  path: '/admin/api/sshkeys/public-keys/{fingerprint}',
  feature,
  summary: 'Remove a public key of a namespace',
  access,
  params: Type.Object({ fingerprint: Fingerprint }),
  query: inNamespace,
  success: { status: 200, description: 'Gone' },
  errors: ['public_key_not_found'],
})
