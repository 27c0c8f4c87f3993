import { limits } from '@sshore/contract'
import type { LetterTexts } from './letter-texts.ts'

const { confirmationHours, recoveryHours, inviteHours, mfaResetHours } = limits.mail

const days = (hours: number): string => `${hours / 24} dias`

const roles = { observer: 'observador', operator: 'operador', administrator: 'administrador', owner: 'dono' }

export const portuguese: LetterTexts = {
  tag: 'pt-BR',
  letters: {
    'account-confirmation': ({ username, path }) => ({
      subject: 'Confirme seu endereço de e-mail',
      paragraphs: [`Uma conta com o nome de usuário ${username} foi registrada com este endereço de e-mail.`],
      action: { label: 'Confirmar o endereço', path },
      closing: [
        `O link é válido por ${confirmationHours} horas.`,
        'Se não foi você, não faça nada: sem a confirmação, ninguém consegue entrar nessa conta.',
      ],
    }),
    'password-recovery': ({ username, path }) => ({
      subject: 'Uma nova senha',
      paragraphs: [`Alguém pediu uma nova senha para a conta ${username}.`],
      action: { label: 'Escolher uma nova senha', path },
      closing: [
        `O link funciona uma única vez, por ${recoveryHours} horas. Quem estiver conectado à conta será desconectado.`,
        'Se não foi você, não faça nada: a senha continua a mesma.',
      ],
    }),
    'password-changed': ({ username }) => ({
      subject: 'Sua senha foi alterada',
      paragraphs: [
        `A senha da conta ${username} foi alterada com um link enviado a este endereço.`,
        'Se não foi você, alguém consegue ler seus e-mails: proteja primeiro sua caixa postal e depois peça outra senha.',
      ],
    }),
    'address-changed': ({ username }) => ({
      subject: 'Seu endereço de e-mail foi alterado',
      paragraphs: [
        `A conta ${username} tem agora outro endereço de e-mail; nada mais será enviado a este.`,
        'Se não foi você, avise imediatamente quem administra o servidor.',
      ],
    }),
    invite: ({ inviter, namespace, role, path }) => ({
      subject: `Convite para ${namespace}`,
      paragraphs: [`${inviter} convida você para o namespace ${namespace} como ${roles[role]}.`],
      action: { label: 'Ver o convite', path },
      closing: [
        `O convite é para este endereço de e-mail e válido por ${days(inviteHours)}.`,
        'Se você não sabe de quem se trata, não faça nada.',
      ],
    }),
    'mfa-reset': ({ username, code, address, path }) => ({
      subject: 'Código para desativar o segundo fator',
      paragraphs: [
        `Alguém pediu para desativar o segundo fator da conta ${username}.`,
        address === 'main'
          ? 'Este é o código do endereço principal. O outro foi enviado ao endereço de recuperação; os dois são necessários.'
          : 'Este é o código do endereço de recuperação. O outro foi enviado ao endereço principal; os dois são necessários.',
      ],
      code,
      action: { label: 'Digitar os códigos', path },
      closing: [
        `Os códigos são válidos por ${mfaResetHours} horas.`,
        'Se não foi você, não faça nada e não dê o código a ninguém.',
      ],
    }),
    trial: () => ({
      subject: 'O e-mail funciona',
      paragraphs: ['Alguém que administra este servidor testou se os e-mails chegam. Chegam.'],
    }),
  },
  footer: (server) => (server === '' ? 'Enviado pelo Sshore.' : `Enviado pelo Sshore em ${server}.`),
  orCopy: 'Ou abra este endereço:',
}
