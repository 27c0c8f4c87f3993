import { phrase } from '../../language/language.ts'

export const words = {
  title: phrase('Firewall rules', 'Regras de firewall'),
  text: phrase(
    'Who may connect to which devices, from where. Asked from top to bottom: the first that matches decides; when none does, the connection is allowed.',
    'Quem pode se conectar a quais dispositivos, e de onde. Lidas de cima para baixo: a primeira que corresponde decide; se nenhuma corresponder, a conexão é permitida.',
  ),
  add: phrase('Add rule', 'Adicionar regra'),
  edit: phrase('Edit rule', 'Editar regra'),
  action: phrase('Action', 'Ação'),
  allow: phrase('Allow', 'Permitir'),
  deny: phrase('Deny', 'Negar'),
  source: phrase('From', 'De'),
  anywhere: phrase('anywhere', 'qualquer lugar'),
  logins: phrase('Login names', 'Nomes de login'),
  anyLogin: phrase('any', 'qualquer'),
  devices: phrase('Devices', 'Dispositivos'),
  priority: phrase('Priority', 'Prioridade'),
  active: phrase('Active', 'Ativa'),
  activeOne: phrase(
    (rule: string) => `${rule} is active`,
    (rule) => `${rule} está ativa`,
  ),
  rule: phrase(
    (number: number) => `Rule ${number}`,
    (number) => `Regra ${number}`,
  ),
  up: phrase('Ask earlier', 'Ler mais cedo'),
  down: phrase('Ask later', 'Ler mais tarde'),
  upOne: phrase(
    (rule: string) => `Ask ${rule} earlier`,
    (rule) => `Ler ${rule} mais cedo`,
  ),
  downOne: phrase(
    (rule: string) => `Ask ${rule} later`,
    (rule) => `Ler ${rule} mais tarde`,
  ),
  removeTitle: phrase(
    (rule: string) => `Remove ${rule}?`,
    (rule) => `Remover ${rule}?`,
  ),
  removeText: phrase(
    'From now on the rules below it decide. Sessions that run go on.',
    'A partir de agora decidem as regras abaixo dela. As sessões em andamento continuam.',
  ),
  removed: phrase(
    (rule: string) => `${rule} removed.`,
    (rule) => `${rule} removida.`,
  ),
  none: phrase(
    'No rules: everybody with a key or password may connect',
    'Sem regras: conecta-se quem tiver chave ou senha',
  ),
  noneText: phrase(
    'A rule allows or denies connections by address, login name and device. For example: allow root from the office only, and deny it from everywhere else.',
    'Uma regra permite ou nega conexões por endereço, nome de login e dispositivo. Por exemplo: permitir root só a partir do escritório, e negar de qualquer outro lugar.',
  ),
  notLoaded: phrase('The rules could not be loaded', 'Não foi possível carregar as regras'),
  sourceText: phrase(
    'A regular expression that the whole address has to match, such as 203\\.0\\.113\\..* — .* is everywhere.',
    'Uma expressão regular que o endereço inteiro precisa satisfazer, como 203\\.0\\.113\\..* — .* é qualquer lugar.',
  ),
  loginsText: phrase(
    'A regular expression that the whole name has to match. .* is everybody.',
    'Uma expressão regular que o nome inteiro precisa satisfazer. .* é qualquer um.',
  ),
  priorityText: phrase('The lowest is asked first.', 'A de menor número é lida primeiro.'),
  priorityRule: phrase('A whole number from 0 on.', 'Um número inteiro a partir de 0.'),
  activeText: phrase('An inactive rule is skipped.', 'Uma regra inativa é ignorada.'),
  testTitle: phrase('Would this be allowed?', 'Isto seria permitido?'),
  testText: phrase(
    'Tries the rules without connecting. What comes after them, such as the key, is not checked.',
    'Testa as regras sem conectar. O que vem depois delas, como a chave, não é verificado.',
  ),
  login: phrase('Login name', 'Nome de login'),
  address: phrase('Address that it comes from', 'Endereço de onde vem'),
  addressRule: phrase('An IP address, such as 203.0.113.9.', 'Um endereço IP, como 203.0.113.9.'),
  ask: phrase('Ask', 'Perguntar'),
  allowed: phrase('Allowed', 'Permitida'),
  denied: phrase('Denied', 'Negada'),
  by: phrase(
    (rule: string) => `${rule} decides.`,
    (rule) => `Decide a ${rule}.`,
  ),
  byNone: phrase('No rule matches.', 'Nenhuma regra corresponde.'),
}
