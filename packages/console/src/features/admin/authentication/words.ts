import { limits } from '@sshore/contract'
import { phrase } from '../../../language/language.ts'

export const words = {
  title: phrase('Signing in', 'Início de sessão'),
  text: phrase('How people prove who they are to this server.', 'Como as pessoas provam quem são a este servidor.'),
  notLoaded: phrase('The settings could not be loaded', 'Não foi possível carregar as definições'),
  local: phrase('Password', 'Senha'),
  localSwitch: phrase('People may sign in with a password', 'As pessoas podem entrar com senha'),
  localText: phrase(
    'Who is signed in stays so. One way to sign in always stays on.',
    'Quem está dentro continua. Uma forma de entrar fica sempre ligada.',
  ),
  saml: phrase('Single sign-on (SAML 2.0)', 'Início de sessão único (SAML 2.0)'),
  samlSwitch: phrase(
    'People may sign in at the identity provider',
    'As pessoas podem entrar no fornecedor de identidade',
  ),
  samlText: phrase('A button for it stands on the login page.', 'Um botão para isso fica na página de entrada.'),
  createUsers: phrase('Whoever is unknown here gets an account', 'Quem não é conhecido aqui recebe uma conta'),
  createUsersText: phrase(
    'Off: only people who have an account already.',
    'Desligado: só pessoas que já tenham conta.',
  ),
  signRequests: phrase('Requests are signed', 'Os pedidos são assinados'),
  signRequestsText: phrase(
    'With the certificate below, for providers that insist on it.',
    'Com o certificado abaixo, para fornecedores que o exijam.',
  ),
  needsProvider: phrase('Name the identity provider first.', 'Indique primeiro o fornecedor de identidade.'),
  needsAddress: phrase(
    'The identity provider needs the address of this server: set SSHORE_PUBLIC_URL and restart it.',
    'O fornecedor de identidade precisa do endereço deste servidor: defina SSHORE_PUBLIC_URL e reinicie-o.',
  ),
  here: phrase('What the identity provider has to know', 'O que o fornecedor de identidade tem de saber'),
  metadata: phrase('Metadata and entity identifier', 'Metadados e identificador da entidade'),
  assertions: phrase('Takes assertions (ACS)', 'Recebe asserções (ACS)'),
  begins: phrase('Where signing in begins', 'Onde começa o início de sessão'),
  certificate: phrase('Certificate that signs requests', 'Certificado que assina os pedidos'),
  there: phrase('Identity provider', 'Fornecedor de identidade'),
  by: phrase('Known by', 'Conhecido por'),
  byAddress: phrase('Its metadata', 'Metadados'),
  byHand: phrase('By hand', 'À mão'),
  address: phrase('Address of its metadata', 'Endereço dos metadados'),
  addressText: phrase(
    `HTTPS, or of this machine. Read again every ${limits.saml.refreshHours} hours.`,
    `HTTPS, ou desta máquina. Lido de novo a cada ${limits.saml.refreshHours} horas.`,
  ),
  entity: phrase('Entity identifier', 'Identificador da entidade'),
  signon: phrase('Address for signing in', 'Endereço para entrar'),
  signonText: phrase('It takes the HTTP-Redirect binding.', 'Aceita a ligação HTTP-Redirect.'),
  certificates: phrase('Certificates', 'Certificados'),
  certificatesText: phrase(
    'PEM or base64, with RSA keys; several one below the other.',
    'PEM ou base64, com chaves RSA; vários uns abaixo dos outros.',
  ),
  email: phrase('Attribute of the e-mail address', 'Atributo do e-mail'),
  name: phrase('Attribute of the name', 'Atributo do nome'),
  mappingText: phrase('Empty for the usual ones.', 'Vazio para os habituais.'),
  savedProvider: phrase('The identity provider is set.', 'O fornecedor de identidade está definido.'),
}
