import type { Role } from '@sshore/contract'
import { type Phrase, phrase } from './language.ts'

/** What is said in many places. */
export const usual = {
  cancel: phrase('Cancel', 'Cancelar'),
  close: phrase('Close', 'Fechar'),
  save: phrase('Save', 'Salvar'),
  saved: phrase('Saved.', 'Salvo.'),
  remove: phrase('Remove', 'Remover'),
  removeMore: phrase('Remove …', 'Remover …'),
  edit: phrase('Edit', 'Editar'),
  more: phrase(
    (name: string) => `More for ${name}`,
    (name) => `Mais para ${name}`,
  ),
  actions: phrase('Actions', 'Ações'),
  name: phrase('Name', 'Nome'),
  role: phrase('Role', 'Papel'),
  created: phrase('Created', 'Criado'),
  tags: phrase('Tags', 'Tags'),
  search: phrase('Search', 'Pesquisar'),
  loading: phrase('Loading', 'Carregando'),
  never: phrase('never', 'nunca'),
  clear: phrase('Clear', 'Limpar'),
  user: phrase('User', 'Usuário'),
  device: phrase('Device', 'Dispositivo'),
  account: phrase('Your account', 'Sua conta'),
  keyboard: phrase('Keyboard', 'Teclado'),
  addDevice: phrase('Add device', 'Adicionar dispositivo'),
  signOut: phrase('Sign out', 'Sair'),
}

export const roleNames: Readonly<Record<Role, Phrase>> = {
  observer: phrase('observer', 'observador'),
  operator: phrase('operator', 'operador'),
  administrator: phrase('administrator', 'administrador'),
  owner: phrase('owner', 'dono'),
}
const byName: Readonly<Record<string, Phrase | undefined>> = roleNames
/** The name of a role as it came from the server. */
export const roleName = (role: string): Phrase => byName[role] ?? phrase(role || 'none', role || 'nenhum')
