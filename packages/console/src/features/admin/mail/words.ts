import { type Phrase, phrase } from '../../../language/language.ts'

export const words = {
  title: phrase('Mail', 'E-mails'),
  text: phrase(
    'What the server writes to people, and what became of it.',
    'O que o servidor escreve às pessoas, e o que aconteceu com cada e-mail.',
  ),
  noServer: phrase('No mail server is set up', 'Nenhum servidor de e-mail definido'),
  noServerText: phrase(
    'Everything waits here. Open a mail and hand its link on by another way; that you have seen it is written down.',
    'Tudo espera aqui. Abra um e-mail e entregue o link por outro meio; fica registrado que você o viu.',
  ),
  trial: phrase('Send a test mail', 'Enviar um e-mail de teste'),
  trialText: phrase(
    'Posts a mail that only shows that mail arrives.',
    'Envia um e-mail que só mostra que os e-mails chegam.',
  ),
  to: phrase('To', 'Para'),
  toRule: phrase('An address like ada@example.com.', 'Um endereço como ada@example.com.'),
  post: phrase('Send', 'Enviar'),
  posted: phrase('It is in the outbox.', 'Está na caixa de saída.'),
  waiting: phrase('waiting', 'esperando'),
  sent: phrase('sent', 'enviado'),
  failed: phrase('refused', 'recusado'),
  expired: phrase('expired', 'expirado'),
  attempts: phrase('Attempts', 'Tentativas'),
  written: phrase('Written', 'Escrito'),
  expires: phrase('Good until', 'Válido até'),
  problem: phrase('Problem', 'Problema'),
  again: phrase('Try again', 'Tentar de novo'),
  againOne: phrase(
    (to: string) => `Try again: the mail to ${to}`,
    (to) => `Tentar de novo: o e-mail para ${to}`,
  ),
  tried: phrase('It is tried at once.', 'A nova tentativa começa agora.'),
  open: phrase('Open', 'Abrir'),
  openOne: phrase(
    (to: string) => `Open the mail to ${to}`,
    (to) => `Abrir o e-mail para ${to}`,
  ),
  link: phrase('The link in it', 'O link que contém'),
  none: phrase('No mail', 'Nenhum e-mail'),
  noneText: phrase(
    'Invitations, confirmations and forgotten passwords are listed here once there are some.',
    'Convites, confirmações e senhas esquecidas aparecem aqui quando houver.',
  ),
  notLoaded: phrase('The mails could not be loaded', 'Não foi possível carregar os e-mails'),
}

const kinds: Readonly<Record<string, Phrase | undefined>> = {
  'account-confirmation': phrase('Confirmation of an account', 'Confirmação de uma conta'),
  'password-recovery': phrase('Forgotten password', 'Senha esquecida'),
  'password-changed': phrase('Notice of a new password', 'Aviso de nova senha'),
  'address-changed': phrase('Notice of a new address', 'Aviso de novo endereço'),
  invite: phrase('Invitation', 'Convite'),
  'mfa-reset': phrase('Code to switch the second factor off', 'Código para desativar o segundo fator'),
  trial: phrase('Test mail', 'E-mail de teste'),
}

/** What a mail is about; kinds that have no words yet by their own name. */
export const kindName = (kind: string): Phrase => {
  const words = kind.replaceAll('-', ' ')
  return kinds[kind] ?? phrase(words, words)
}
