import { limits } from '@sshore/contract'
import { phrase } from '../../../language/language.ts'

export const words = {
  title: phrase('Signing in', 'Login'),
  text: phrase('How people prove who they are to this server.', 'Como as pessoas provam quem são a este servidor.'),
  notLoaded: phrase('The settings could not be loaded', 'Não foi possível carregar as configurações'),
  local: phrase('Password', 'Senha'),
  localSwitch: phrase('People may sign in with a password', 'As pessoas podem entrar com senha'),
  localText: phrase(
    'Who is signed in stays so. One way to sign in always stays on.',
    'Quem já entrou continua. Uma forma de entrar fica sempre ativada.',
  ),
  saml: phrase('Single sign-on (SAML 2.0)', 'Login único (SAML 2.0)'),
  samlSwitch: phrase(
    'People may sign in at the identity provider',
    'As pessoas podem entrar pelo provedor de identidade',
  ),
  samlText: phrase('A button for it stands on the login page.', 'Um botão para isso fica na página de login.'),
  createUsers: phrase('Whoever is unknown here gets an account', 'Quem não é conhecido aqui recebe uma conta'),
  createUsersText: phrase(
    'Off: only people who have an account already.',
    'Desativado: só pessoas que já tenham conta.',
  ),
  signRequests: phrase('Requests are signed', 'Os pedidos são assinados'),
  signRequestsText: phrase(
    'With the certificate below, for providers that insist on it.',
    'Com o certificado abaixo, para provedores que o exijam.',
  ),
  needsProvider: phrase('Name the identity provider first.', 'Indique primeiro o provedor de identidade.'),
  needsAddress: phrase(
    'The identity provider needs the address of this server: set SSHORE_PUBLIC_URL and restart it.',
    'O provedor de identidade precisa do endereço deste servidor: defina SSHORE_PUBLIC_URL e reinicie-o.',
  ),
  here: phrase('What the identity provider has to know', 'O que o provedor de identidade precisa saber'),
  metadata: phrase('Metadata and entity identifier', 'Metadados e identificador da entidade'),
  assertions: phrase('Takes assertions (ACS)', 'Recebe asserções (ACS)'),
  begins: phrase('Where signing in begins', 'Onde o login começa'),
  certificate: phrase('Certificate that signs requests', 'Certificado que assina os pedidos'),
  there: phrase('Identity provider', 'Provedor de identidade'),
  by: phrase('Known by', 'Conhecido por'),
  byAddress: phrase('Its metadata', 'Metadados'),
  byHand: phrase('By hand', 'Manualmente'),
  address: phrase('Address of its metadata', 'Endereço dos metadados'),
  addressText: phrase(
    `HTTPS, or of this machine. Read again every ${limits.saml.refreshHours} hours.`,
    `HTTPS, ou desta máquina. Lido de novo a cada ${limits.saml.refreshHours} horas.`,
  ),
  entity: phrase('Entity identifier', 'Identificador da entidade'),
  entityRule: phrase('As its metadata names it.', 'Como está nos metadados dele.'),
  signon: phrase('Address for signing in', 'Endereço para entrar'),
  signonRule: phrase(
    'An address that begins with https:// or http://.',
    'Um endereço que começa com https:// ou http://.',
  ),
  signonText: phrase('It takes the HTTP-Redirect binding.', 'Aceita o binding HTTP-Redirect.'),
  certificates: phrase('Certificates', 'Certificados'),
  certificatesText: phrase(
    'PEM or base64, with RSA keys; several one below the other.',
    'PEM ou base64, com chaves RSA; vários, um abaixo do outro.',
  ),
  email: phrase('Attribute of the e-mail address', 'Atributo do e-mail'),
  name: phrase('Attribute of the name', 'Atributo do nome'),
  mappingText: phrase(
    'Empty for the usual ones, such as email, mail, name, displayName and their URNs.',
    'Vazio para os usuais, como email, mail, name, displayName e as URNs deles.',
  ),
  tryIt: phrase('Try it', 'Testar'),
  tryText: phrase('Reads the provider and asks whether it answers.', 'Lê o provedor e pergunta se ele responde.'),
  ends: phrase('ends', 'expira'),
  ended: phrase('ended', 'expirou'),
  notReached: phrase(
    'If browsers reach it although this server does not, people can sign in all the same.',
    'Se os navegadores o alcançam, embora este servidor não, as pessoas podem entrar mesmo assim.',
  ),
  nameId: phrase('Name identifier, or another that lasts', 'Identificador de nome, ou outro que dure'),
  binding: phrase('Binding of assertions', 'Binding das asserções'),
  savedProvider: phrase('The identity provider is set.', 'O provedor de identidade está definido.'),
}
