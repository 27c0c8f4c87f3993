import { limits } from '@sshore/contract'
import { phrase } from '../../../language/language.ts'

const { actingTokenHours: hours } = limits

export const words = {
  act: phrase(
    (user: string) => `Act as ${user}`,
    (user) => `Agir como ${user}`,
  ),
  keep: phrase('Not now', 'Agora não'),
  text: phrase(
    'See and do what they can, to help them. It is written down under both names.',
    'Veja e faça o que a pessoa pode, para ajudá-la. Fica registrado com os dois nomes.',
  ),
  ask: phrase(
    `For at most ${hours} hour, in this tab alone. All that you do is written down under both names, in their namespace too. Terminals that are open in this tab end.`,
    `Por no máximo ${hours} hora, só nesta aba. Tudo o que você fizer fica registrado com os dois nomes, também no namespace da pessoa. Os terminais abertos nesta aba terminam.`,
  ),
  yourself: phrase('This is your own account.', 'Esta é a sua própria conta.'),
  protectedOne: phrase(
    'They look after the server themselves: nobody can act as them.',
    'Esta pessoa também cuida do servidor: ninguém pode agir como ela.',
  ),
  unconfirmed: phrase(
    'Their address is not confirmed: they cannot sign in yet, and nobody can as them.',
    'O endereço não está confirmado: a pessoa ainda não pode entrar, e ninguém pode como ela.',
  ),
  banner: phrase('Acting as somebody else', 'Agindo como outra pessoa'),
  acting: phrase(
    (user: string, until: string) => `You act as ${user} until ${until}`,
    (user, until) => `Você age como ${user} até ${until}`,
  ),
  told: phrase(
    (by: string) => `Everything is written down as done by ${by}.`,
    (by) => `Tudo fica registrado como feito por ${by}.`,
  ),
  stop: phrase('Stop', 'Parar'),
  over: phrase(
    (user: string) => `You are yourself again: the time as ${user} is over.`,
    (user) => `Você é você de novo: o tempo como ${user} acabou.`,
  ),
}
