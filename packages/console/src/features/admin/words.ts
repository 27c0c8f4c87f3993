import { phrase } from '../../language/language.ts'

/** What is said on several pages of the administration. */
export const admin = {
  namespace: phrase('Namespace', 'Namespace'),
  state: phrase('State', 'Estado'),
  anyState: phrase('Any state', 'Qualquer estado'),
  nothing: phrase('Nothing matches', 'Nada corresponde'),
  nothingText: phrase('Try another word, or fewer filters.', 'Tente outra palavra, ou menos filtros.'),
  anyNamespace: phrase('Any namespace', 'Qualquer namespace'),
  showAll: phrase('Show all', 'Mostrar todos'),
  removeTitle: phrase(
    (name: string) => `Remove ${name}?`,
    (name) => `Remover ${name}?`,
  ),
  lastLogin: phrase('Last login', 'Último login'),
}
