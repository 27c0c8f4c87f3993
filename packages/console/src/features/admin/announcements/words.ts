import { limits } from '@sshore/contract'
import { phrase } from '../../../language/language.ts'

export const words = {
  title: phrase('Announcements', 'Anúncios'),
  text: phrase('What everybody on this server is told.', 'O que é comunicado a todos neste servidor.'),
  add: phrase('Announce something', 'Anunciar algo'),
  edit: phrase('Edit announcement', 'Editar anúncio'),
  heading: phrase('Title', 'Título'),
  content: phrase('Text', 'Texto'),
  contentText: phrase('Markdown. Pictures are shown as links.', 'Markdown. As imagens são mostradas como links.'),
  preview: phrase('As it is shown', 'Como aparece'),
  titleRule: phrase(
    `One line of at most ${limits.announcements.titleChars} characters.`,
    `Uma linha de no máximo ${limits.announcements.titleChars} caracteres.`,
  ),
  contentRule: phrase('Some text.', 'Algum texto.'),
  announced: phrase('Announced.', 'Anunciado.'),
  source: phrase('From', 'De'),
  own: phrase('this server', 'este servidor'),
  upstream: phrase('the server that is followed', 'o servidor que é seguido'),
  date: phrase('Date', 'Data'),
  notOurs: phrase(
    'It comes from the server that this one follows; it is changed there.',
    'Vem do servidor que este segue; é lá que se altera.',
  ),
  removeText: phrase('Nobody can read it any more.', 'Ninguém mais poderá lê-lo.'),
  removed: phrase(
    (title: string) => `Removed ${title}.`,
    (title) => `${title} removido.`,
  ),
  none: phrase('Nothing announced', 'Nada anunciado'),
  noneText: phrase(
    'Tell everybody of maintenance or news: it stands at the top of every page of theirs until they have read it.',
    'Avise todos sobre manutenções ou novidades: o aviso fica no topo de cada página até ser lido.',
  ),
  notLoaded: phrase('The announcements could not be loaded', 'Não foi possível carregar os anúncios'),
}
