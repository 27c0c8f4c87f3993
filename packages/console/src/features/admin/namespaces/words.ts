import { limits } from '@sshore/contract'
import { phrase } from '../../../language/language.ts'

export const words = {
  title: phrase('Namespaces', 'Namespaces'),
  text: phrase('All of this server, whoever owns them.', 'Todos os deste servidor, seja quem for o dono.'),
  add: phrase('Create namespace', 'Criar namespace'),
  search: phrase('Search namespaces', 'Pesquisar namespaces'),
  owner: phrase('Owner', 'Dono'),
  devices: phrase('Devices', 'Dispositivos'),
  sessions: phrase('Sessions', 'Sessões'),
  members: phrase('Members', 'Membros'),
  of: phrase(
    (count: number, most: number) => `${count} of ${most}`,
    (count, most) => `${count} de ${most}`,
  ),
  unlimited: phrase(
    (count: number) => `${count}, no limit`,
    (count) => `${count}, sem limite`,
  ),
  none: phrase('No namespaces', 'Nenhum namespace'),
  noneText: phrase('Those that people create are listed here.', 'Os que forem criados aparecem aqui.'),
  notLoaded: phrase('The namespaces could not be loaded', 'Não foi possível carregar os namespaces'),
  oneNotLoaded: phrase('The namespace could not be loaded', 'Não foi possível carregar o namespace'),
  created: phrase(
    (name: string) => `Created ${name}.`,
    (name) => `${name} criado.`,
  ),
  ownerText: phrase('User name or e-mail address.', 'Nome de usuário ou e-mail.'),
  ownerUnknown: phrase('There is no such user.', 'Esse usuário não existe.'),
  newOwnerText: phrase(
    'User name or e-mail address. Whoever owned it stays a member.',
    'Nome de usuário ou e-mail. Quem era dono continua como membro.',
  ),
  id: phrase('Namespace ID', 'ID do namespace'),
  kind: phrase('Kind', 'Tipo'),
  personal: phrase('personal', 'pessoal'),
  team: phrase('team', 'de equipe'),
  most: phrase('Device limit', 'Limite de dispositivos'),
  mostRule: phrase(
    `-1 for no limit; a new namespace has ${limits.maxDevicesDefault} where the edition limits them.`,
    `-1 para nenhum limite; um novo namespace tem ${limits.maxDevicesDefault} onde a edição os limita.`,
  ),
  facts: phrase('Namespace', 'Namespace'),
  change: phrase('Change', 'Alterar'),
  subscription: phrase('Subscription', 'Assinatura'),
  lists: phrase('What is in it', 'O que há nele'),
  rules: phrase('Firewall rules', 'Regras de firewall'),
  keys: phrase('Public keys', 'Chaves públicas'),
  log: phrase('Audit log', 'Log de auditoria'),
  settings: phrase('Settings', 'Configurações'),
  announcement: phrase('Announcement', 'Anúncio'),
  danger: phrase('Danger zone', 'Zona de perigo'),
  remove: phrase('Delete this namespace', 'Apagar este namespace'),
  removeText: phrase(
    'With all its devices, sessions, keys and members. There is no way back.',
    'Com todos os dispositivos, sessões, chaves e membros. Não há volta.',
  ),
  removeTitle: phrase(
    (name: string) => `Delete ${name}?`,
    (name) => `Apagar ${name}?`,
  ),
  removed: phrase(
    (name: string) => `Deleted ${name}.`,
    (name) => `${name} apagado.`,
  ),
}
