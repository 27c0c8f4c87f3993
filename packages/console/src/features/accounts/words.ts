import { phrase } from '../../language/language.ts'

export const words = {
  register: phrase('Create an account', 'Criar uma conta'),
  registerText: phrase(
    'Then make a namespace, or join one that you are invited to.',
    'Depois crie um namespace, ou entre em um para o qual você tenha convite.',
  ),
  username: phrase('You sign in with it.', 'É com ele que você entra.'),
  news: phrase('Send me news about this service', 'Quero receber novidades sobre este serviço'),
  create: phrase('Create the account', 'Criar a conta'),
  have: phrase('I have an account', 'Já tenho conta'),
  checkMail: phrase('Look into your mailbox', 'Veja seu e-mail'),
  checkMailText: phrase(
    (email: string) => `A link was sent to ${email}. It confirms the address; after that you can sign in.`,
    (email) => `Enviamos um link para ${email}. Ele confirma o endereço; depois você já pode entrar.`,
  ),
  again: phrase('Send it again', 'Enviar de novo'),
  sentAgain: phrase(
    'If this account waits for it, the mail is on its way again.',
    'Se esta conta espera por ele, o e-mail está a caminho de novo.',
  ),
  confirm: phrase('Confirm your address', 'Confirmar seu endereço'),
  confirming: phrase('One moment …', 'Um momento …'),
  confirmed: phrase('Your address is confirmed.', 'Seu endereço está confirmado.'),
  name: phrase('User name or e-mail address', 'Nome de usuário ou e-mail'),
  signIn: phrase('Sign in', 'Entrar'),
  forgot: phrase('Forgot your password?', 'Esqueceu a senha?'),
  forgotText: phrase(
    'A link to set a new one is sent to the e-mail address of the account.',
    'Enviamos ao e-mail da conta um link para definir uma nova.',
  ),
  send: phrase('Send the link', 'Enviar o link'),
  sent: phrase(
    'If there is such an account, the link is on its way. It is good for a day.',
    'Se a conta existir, o link está a caminho. Ele vale por um dia.',
  ),
  newPassword: phrase('Set a new password', 'Definir uma nova senha'),
  newPasswordText: phrase('It signs you out everywhere.', 'Encerra sua sessão em todos os lugares.'),
  password: phrase('New password', 'Nova senha'),
  set: phrase('Set the password', 'Definir a senha'),
  isSet: phrase('The password is set. Sign in with it.', 'A senha está definida. Entre com ela.'),
  badLink: phrase(
    'This link is not whole. Open it from the mail once more.',
    'Este link não está completo. Abra-o de novo a partir do e-mail.',
  ),
}
