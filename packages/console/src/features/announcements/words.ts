import { phrase } from '../../language/language.ts'

export const words = {
  title: phrase('Announcements', 'Anúncios'),
  text: phrase('From those who look after this server.', 'De quem administra este servidor.'),
  none: phrase('Nothing announced', 'Nada anunciado'),
  noneText: phrase(
    'Maintenance, changes and news of this server will stand here, and be told once at the top of the page.',
    'Manutenções, mudanças e novidades deste servidor ficam aqui, e são anunciadas uma vez no topo da página.',
  ),
  notLoaded: phrase('The announcements could not be loaded', 'Não foi possível carregar os anúncios'),
  oneNotLoaded: phrase('The announcement could not be loaded', 'Não foi possível carregar o anúncio'),
  all: phrase('All announcements', 'Todos os anúncios'),
  isNew: phrase('new', 'novo'),
  unread: phrase(
    (count: number) => `${count} new`,
    (count) => (count === 1 ? '1 novo' : `${count} novos`),
  ),
  read: phrase('Read', 'Ler'),
  notice: phrase('Announcement', 'Anúncio'),
  dismiss: phrase('Dismiss', 'Fechar'),
}
