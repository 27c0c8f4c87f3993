import type { ActorKind } from '@sshore/contract'
import { type Phrase, phrase } from '../../../language/language.ts'

export const words = {
  title: phrase('Audit log', 'Log de auditoria'),
  text: phrase(
    'Who did what, from where: to the server itself, or in one namespace.',
    'Quem fez o quê, e de onde: no próprio servidor, ou em um namespace.',
  ),
  server: phrase('The server itself', 'O próprio servidor'),
  search: phrase('Search by person, target or address', 'Pesquisar por pessoa, alvo ou endereço'),
  what: phrase('What', 'O quê'),
  anything: phrase('Anything', 'Qualquer coisa'),
  who: phrase('Who', 'Quem'),
  anybody: phrase('Anybody', 'Qualquer um'),
  target: phrase('To', 'Em'),
  by: phrase('By', 'Por'),
  from: phrase('From', 'De'),
  when: phrase('When', 'Quando'),
  details: phrase('Details', 'Detalhes'),
  number: phrase('Number', 'Número'),
  kind: phrase('Kind', 'Tipo'),
  program: phrase('Program', 'Programa'),
  request: phrase('Request', 'Requisição'),
  changed: phrase('What it was, and is', 'Como era, e como ficou'),
  fact: phrase('Fact', 'Fato'),
  before: phrase('Before', 'Antes'),
  after: phrase('After', 'Depois'),
  none: phrase('Nothing yet', 'Nada ainda'),
  noneText: phrase(
    'What administrators do to the server is written down here. What is done in a namespace is in its own log: choose it above.',
    'O que os administradores fazem no servidor fica registrado aqui. O que se faz em um namespace está no log dele: escolha-o acima.',
  ),
  notLoaded: phrase('The log could not be loaded', 'Não foi possível carregar o log'),
  open: phrase(
    (what: string) => `Details of ${what}`,
    (what) => `Detalhes de ${what}`,
  ),
}

export const actorNames: Readonly<Record<ActorKind, Phrase>> = {
  user: phrase('somebody signed in', 'alguém conectado'),
  'api-key': phrase('an API key', 'uma chave de API'),
  administrator: phrase('an administrator of the server', 'um administrador do servidor'),
  device: phrase('a device', 'um dispositivo'),
  anybody: phrase('nobody signed in', 'ninguém conectado'),
  'command-line': phrase('the command line', 'a linha de comando'),
  server: phrase('the server', 'o servidor'),
}

/** The kinds of things that are done something to, in the order of the alphabet of English. */
export const kinds = {
  announcement: phrase('Announcements', 'Anúncios'),
  'api-key': phrase('API keys', 'Chaves de API'),
  subscription: phrase('Billing', 'Cobrança'),
  certificate: phrase('Certificates', 'Certificados'),
  connector: phrase('Connectors', 'Conectores'),
  device: phrase('Devices', 'Dispositivos'),
  'firewall-rule': phrase('Firewall rules', 'Regras de firewall'),
  mail: phrase('Mails', 'E-mails'),
  member: phrase('Members', 'Membros'),
  namespace: phrase('Namespaces', 'Namespaces'),
  'public-key': phrase('Public keys', 'Chaves públicas'),
  recording: phrase('Recordings', 'Gravações'),
  server: phrase('Server', 'Servidor'),
  session: phrase('Sessions', 'Sessões'),
  tag: phrase('Tags', 'Tags'),
  tunnel: phrase('Tunnels', 'Túneis'),
  user: phrase('Users', 'Usuários'),
  webhook: phrase('Webhooks', 'Webhooks'),
}
export type KindName = keyof typeof kinds
