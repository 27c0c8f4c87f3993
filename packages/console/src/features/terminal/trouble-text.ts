// What went wrong with a terminal and what to do, for people.
import type { WebTerminalError } from '@sshore/contract'
import type { Language, Phrase } from '../../language/language.ts'
import { phrase } from '../../language/language.ts'
import type { Trouble } from './connection.ts'

const own: Readonly<Record<'unreachable' | 'too_late' | 'no_answer' | 'cannot_sign', Phrase>> = {
  unreachable: phrase(
    'The server could not be reached. Check the network, then try again.',
    'Não foi possível contatar o servidor. Verifique a rede e tente de novo.',
  ),
  too_late: phrase(
    'The connection was lost for too long and the session has ended. Connect again.',
    'A conexão ficou perdida por tempo demais e a sessão terminou. Conecte de novo.',
  ),
  no_answer: phrase('The server did not answer. Try again.', 'O servidor não respondeu. Tente de novo.'),
  cannot_sign: phrase(
    'The key could not sign. Check that it is still in this browser, then try again.',
    'A chave não conseguiu assinar. Verifique que ainda está neste navegador e tente de novo.',
  ),
}

/** The server's sentences are English; these say the same in Portuguese. */
const portuguese: Readonly<Record<WebTerminalError['code'], string>> = {
  bad_message: 'O servidor não entendeu o navegador. Recarregue a página.',
  unknown_ticket: 'A autorização expirou ou já foi usada. Conecte de novo.',
  unknown_token: 'Esta sessão não existe mais. Conecte de novo.',
  too_many_sessions: 'Você tem terminais abertos demais. Feche um primeiro.',
  too_many_files: 'Há conexões de arquivos demais nesta sessão. Feche uma primeiro.',
  wrong_signature: 'A assinatura não é desta chave. Escolha outra chave.',
  not_let_in: 'Não foi possível entrar. Verifique o nome de login e a senha ou chave.',
  not_started: 'O dispositivo não iniciou a linha de comando.',
  taken_over: 'Este terminal foi aberto em outra janela.',
  broken_off: 'O dispositivo perdeu a conexão. Espere que ele volte e conecte de novo.',
  closed: 'A sessão foi fechada por alguém ou não é mais permitida.',
  stopping: 'O servidor está parando. Tente de novo em instantes.',
}

export function troubleText(trouble: Trouble, language: Language): readonly string[] {
  if (!('message' in trouble)) return [own[trouble.code][language]]
  if (language === 'pt') return [portuguese[trouble.code]]
  return [trouble.message, ...trouble.next]
}
