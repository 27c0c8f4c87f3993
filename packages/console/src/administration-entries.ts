// The pages of the server's administration, as its own navigation, the palette and the table of all pages name them.
import type { Feature } from '@sshore/contract'
import {
  IconActivity,
  IconBuildings,
  IconIdBadge2,
  type Icon,
  IconKey,
  IconListDetails,
  IconMail,
  IconServer2,
  IconShield,
  IconSpeakerphone,
  IconUsers,
} from '@tabler/icons-react'
import { type Phrase, phrase } from './language/language.ts'

export interface AdministrationEntry {
  readonly path: string
  readonly feature: Feature
  readonly label: Phrase
  /** Where it stands among the pages of the administration alone. */
  readonly tab?: Phrase
  readonly Icon: Icon
}

export const administrationEntries = {
  users: { path: '/admin/users', feature: 'admin', label: phrase('Users', 'Usuários'), Icon: IconUsers },
  namespaces: {
    path: '/admin/namespaces',
    feature: 'admin',
    label: phrase('Namespaces', 'Namespaces'),
    Icon: IconBuildings,
  },
  devices: {
    path: '/admin/devices',
    feature: 'admin',
    label: phrase('All devices', 'Todos os dispositivos'),
    tab: phrase('Devices', 'Dispositivos'),
    Icon: IconServer2,
  },
  sessions: {
    path: '/admin/sessions',
    feature: 'admin',
    label: phrase('All sessions', 'Todas as sessões'),
    tab: phrase('Sessions', 'Sessões'),
    Icon: IconActivity,
  },
  firewall: {
    path: '/admin/firewall',
    feature: 'admin',
    label: phrase('All firewall rules', 'Todas as regras de firewall'),
    tab: phrase('Firewall', 'Firewall'),
    Icon: IconShield,
  },
  publicKeys: {
    path: '/admin/public-keys',
    feature: 'admin',
    label: phrase('All public keys', 'Todas as chaves públicas'),
    tab: phrase('Keys', 'Chaves'),
    Icon: IconKey,
  },
  audit: {
    path: '/admin/audit',
    feature: 'admin',
    label: phrase('Audit log', 'Log de auditoria'),
    tab: phrase('Log', 'Log'),
    Icon: IconListDetails,
  },
  authentication: {
    path: '/admin/authentication',
    feature: 'saml',
    label: phrase('Signing in', 'Login'),
    Icon: IconIdBadge2,
  },
  announcements: {
    path: '/admin/announcements',
    feature: 'announcements',
    label: phrase('Announce', 'Anunciar'),
    tab: phrase('Announcements', 'Anúncios'),
    Icon: IconSpeakerphone,
  },
  mail: { path: '/admin/mail', feature: 'mail', label: phrase('Mail', 'E-mails'), Icon: IconMail },
} as const satisfies Readonly<Record<string, AdministrationEntry>>
