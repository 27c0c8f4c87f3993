// Every page of the console in one table: its address, the feature of the server that it shows, and its place in the navigation.
import { type Feature, limits } from '@sshore/contract'
import {
  IconActivity,
  IconBox,
  IconCertificate,
  IconCode,
  IconCreditCard,
  IconHome,
  IconKey,
  IconMovie,
  IconPlugConnected,
  type Icon,
  IconServer2,
  IconServerCog,
  IconSettings,
  IconShield,
  IconSpeakerphone,
  IconTags,
  IconTerminal2,
  IconUsers,
} from '@tabler/icons-react'
import { type FunctionComponent, lazy } from 'react'
import { type AdministrationEntry, administrationEntries } from './administration-entries.ts'
import { type Phrase, phrase } from './language/language.ts'

export const sections = {
  reach: phrase('Reach', 'Alcançar'),
  access: phrase('Access', 'Acesso'),
  namespace: phrase('Namespace', 'Namespace'),
  server: phrase('Server', 'Servidor'),
}

export interface NavigationEntry {
  readonly label: Phrase
  readonly Icon: Icon
  readonly section?: keyof typeof sections
  /** One of the pages of the server's administration: it is named there and in the palette, not beside every page. */
  readonly administration?: true
  /** What is new there, beside its name. */
  readonly Mark?: FunctionComponent
}

export interface ConsolePage {
  readonly path: string
  /** Shown only where the server has it. */
  readonly feature: Feature
  readonly load: () => Promise<FunctionComponent>
  readonly entry?: NavigationEntry
  /** For administrators of the whole server alone. */
  readonly administrators?: true
  /** Shows nothing of a namespace: it is there for whoever belongs to none, as the administration is. */
  readonly withoutNamespace?: true
}

const devices = phrase('Devices', 'Dispositivos')

/** A page of the administration of the server, by what it is called there. */
const administered = (
  { path, feature, label, Icon: icon }: AdministrationEntry,
  load: ConsolePage['load'],
): ConsolePage => ({ path, feature, load, administrators: true, entry: { label, Icon: icon, administration: true } })

const { users, namespaces, sessions, firewall, publicKeys, audit, authentication, announcements, mail } =
  administrationEntries
const { devices: allDevices } = administrationEntries

const administration: readonly ConsolePage[] = [
  {
    path: '/admin',
    feature: 'admin',
    administrators: true,
    load: async () => (await import('./features/admin/server-page.tsx')).ServerPage,
    entry: { label: phrase('Administration', 'Administração'), Icon: IconServerCog, section: 'server' },
  },
  administered(users, async () => (await import('./features/admin/users/users-page.tsx')).UsersPage),
  {
    path: '/admin/users/$uid',
    feature: 'admin',
    administrators: true,
    load: async () => (await import('./features/admin/users/user-page.tsx')).UserPage,
  },
  administered(
    namespaces,
    async () => (await import('./features/admin/namespaces/namespaces-page.tsx')).NamespacesPage,
  ),
  {
    path: '/admin/namespaces/$uid',
    feature: 'admin',
    administrators: true,
    load: async () => (await import('./features/admin/namespaces/namespace-page.tsx')).NamespacePage,
  },
  administered(allDevices, async () => (await import('./features/admin/devices-page.tsx')).AllDevicesPage),
  administered(sessions, async () => (await import('./features/admin/sessions-page.tsx')).AllSessionsPage),
  administered(firewall, async () => (await import('./features/admin/firewall/firewall-page.tsx')).AllRulesPage),
  administered(publicKeys, async () => (await import('./features/admin/public-keys/public-keys-page.tsx')).AllKeysPage),
  administered(audit, async () => (await import('./features/admin/audit/audit-page.tsx')).AuditPage),
  administered(
    authentication,
    async () => (await import('./features/admin/authentication/authentication-page.tsx')).AuthenticationPage,
  ),
  administered(
    announcements,
    async () => (await import('./features/admin/announcements/authoring-page.tsx')).AuthoringPage,
  ),
  administered(mail, async () => (await import('./features/admin/mail/mail-page.tsx')).MailPage),
]

export const pages: readonly ConsolePage[] = [
  {
    path: '/',
    feature: 'stats',
    load: async () => (await import('./features/home/home-page.tsx')).HomePage,
    entry: { label: phrase('Home', 'Início'), Icon: IconHome },
  },
  {
    path: '/devices',
    feature: 'devices',
    load: async () => (await import('./features/devices/devices-page.tsx')).DevicesPage,
    entry: { label: devices, Icon: IconServer2, section: 'reach' },
  },
  {
    path: '/devices/$uid',
    feature: 'devices',
    load: async () => (await import('./features/devices/device-page.tsx')).DevicePage,
  },
  {
    path: '/containers',
    feature: 'containers',
    load: async () => (await import('./features/containers/containers-page.tsx')).ContainersPage,
    entry: { label: phrase('Containers', 'Contêineres'), Icon: IconBox, section: 'reach' },
  },
  {
    path: '/connectors',
    feature: 'connectors',
    load: async () => (await import('./features/connectors/connectors-page.tsx')).ConnectorsPage,
    entry: { label: phrase('Connectors', 'Conectores'), Icon: IconPlugConnected, section: 'reach' },
  },
  {
    path: '/terminal',
    feature: 'web-terminal',
    load: async () => (await import('./features/terminal/terminal-page.tsx')).TerminalPage,
    entry: { label: phrase('Terminal', 'Terminal'), Icon: IconTerminal2, section: 'reach' },
  },
  {
    path: '/sessions',
    feature: 'sessions',
    load: async () => (await import('./features/sessions/sessions-page.tsx')).SessionsPage,
    entry: { label: phrase('Sessions', 'Sessões'), Icon: IconActivity, section: 'reach' },
  },
  {
    path: '/sessions/$uid',
    feature: 'sessions',
    load: async () => (await import('./features/sessions/session-page.tsx')).SessionPage,
  },
  {
    path: '/recordings',
    feature: 'recording',
    load: async () => (await import('./features/recording/recordings-page.tsx')).RecordingsPage,
    entry: { label: phrase('Recordings', 'Gravações'), Icon: IconMovie, section: 'reach' },
  },
  {
    path: '/recordings/$uid/$seat',
    feature: 'recording',
    load: async () => (await import('./features/recording/recording-page.tsx')).RecordingPage,
  },
  {
    path: '/public-keys',
    feature: 'public-keys',
    load: async () => (await import('./features/public-keys/public-keys-page.tsx')).PublicKeysPage,
    entry: { label: phrase('Public keys', 'Chaves públicas'), Icon: IconKey, section: 'access' },
  },
  {
    path: '/certificates',
    feature: 'certificate-authority',
    load: async () => (await import('./features/certificates/certificates-page.tsx')).CertificatesPage,
    entry: { label: phrase('Certificates', 'Certificados'), Icon: IconCertificate, section: 'access' },
  },
  {
    path: '/firewall',
    feature: 'firewall',
    load: async () => (await import('./features/firewall/firewall-page.tsx')).FirewallPage,
    entry: { label: phrase('Firewall', 'Firewall'), Icon: IconShield, section: 'access' },
  },
  {
    path: '/api-keys',
    feature: 'api-keys',
    load: async () => (await import('./features/api-keys/api-keys-page.tsx')).ApiKeysPage,
    entry: { label: phrase('API keys', 'Chaves de API'), Icon: IconCode, section: 'access' },
  },
  {
    path: '/members',
    feature: 'members',
    load: async () => (await import('./features/members/members-page.tsx')).MembersPage,
    entry: { label: phrase('Members', 'Membros'), Icon: IconUsers, section: 'namespace' },
  },
  {
    path: '/tags',
    feature: 'tags',
    load: async () => (await import('./features/tags/tags-page.tsx')).TagsPage,
    entry: { label: phrase('Tags', 'Tags'), Icon: IconTags, section: 'namespace' },
  },
  {
    path: '/settings',
    feature: 'namespaces',
    load: async () => (await import('./features/namespaces/settings-page.tsx')).SettingsPage,
    entry: { label: phrase('Settings', 'Configurações'), Icon: IconSettings, section: 'namespace' },
  },
  {
    path: '/billing',
    feature: 'billing',
    load: async () => (await import('./features/billing/billing-page.tsx')).BillingPage,
    entry: { label: phrase('Billing', 'Cobrança'), Icon: IconCreditCard, section: 'namespace' },
  },
  {
    path: '/announcements',
    feature: 'announcements',
    load: async () => (await import('./features/announcements/announcements-page.tsx')).AnnouncementsPage,
    withoutNamespace: true,
    entry: {
      label: phrase('Announcements', 'Anúncios'),
      Icon: IconSpeakerphone,
      section: 'namespace',
      Mark: lazy(async () => ({ default: (await import('./features/announcements/unread.tsx')).Unread })),
    },
  },
  {
    path: '/announcements/$uid',
    feature: 'announcements',
    load: async () => (await import('./features/announcements/announcement-page.tsx')).AnnouncementPage,
    withoutNamespace: true,
  },
  ...administration,
  {
    path: '/account',
    feature: 'users',
    load: async () => (await import('./features/account/account-page.tsx')).AccountPage,
    withoutNamespace: true,
  },
  {
    path: '/keyboard',
    feature: 'users',
    load: async () => (await import('./features/keyboard/keyboard-page.tsx')).KeyboardPage,
    withoutNamespace: true,
  },
  {
    path: '/accept-device',
    feature: 'pairing',
    load: async () => (await import('./features/pairing/pairing-page.tsx')).PairingPage,
  },
  {
    path: limits.tunnels.consolePath,
    feature: 'tunnels',
    load: async () => (await import('./features/tunnels/tunnel-entry-page.tsx')).TunnelEntryPage,
  },
  // Easier to say on the telephone.
  {
    path: '/pair',
    feature: 'pairing',
    load: async () => (await import('./features/pairing/pairing-page.tsx')).PairingPage,
  },
]
