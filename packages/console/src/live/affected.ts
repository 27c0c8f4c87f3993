// What is asked anew when something happens: the first words of the queries' keys.
import type { EventType } from '@sshore/contract'

const devices = ['devices', 'device', 'device picker', 'newest devices', 'stats', 'palette', 'pairing']
const byKind: Readonly<Record<string, readonly string[]>> = {
  device: devices,
  session: ['sessions', 'session', 'stats', 'recordings'],
  member: ['namespace', 'namespaces', 'invites'],
  namespace: ['namespace', 'namespaces'],
  'public-key': ['public-keys', 'tags'],
  'api-key': ['api-keys'],
  connector: ['connectors'],
  'firewall-rule': ['firewall', 'tags'],
  tag: ['tags', 'firewall', 'public-keys', ...devices],
}

export const affectedBy = (type: EventType): readonly string[] => byKind[type.slice(0, type.indexOf('.'))] ?? []
