import { limits } from '@sshore/contract'
import { phrase } from '../language/language.ts'

const { userName, username, password } = limits
/** What the fields of a user have to look like. */
export const userRules = {
  name: phrase(`${userName.min} to ${userName.max} characters.`, `${userName.min} a ${userName.max} caracteres.`),
  email: phrase('An address like ada@example.com.', 'Um endereço como ada@example.com.'),
  username: phrase(
    `${username.min} to ${username.max} letters, digits, dots, hyphens, underscores or @.`,
    `${username.min} a ${username.max} letras, dígitos, pontos, hifens, sublinhados ou @.`,
  ),
  password: phrase(`${password.min} to ${password.max} characters.`, `${password.min} a ${password.max} caracteres.`),
}
export const userLabels = {
  name: phrase('Your name', 'Seu nome'),
  theirName: phrase('Name', 'Nome'),
  email: phrase('E-mail address', 'Endereço de e-mail'),
  username: phrase('User name', 'Nome de usuário'),
  password: phrase('Password', 'Senha'),
}
