import type { Recording } from '@sshore/contract'
import { type Phrase, phrase } from '../../language/language.ts'

export const words = {
  title: phrase('Recordings', 'Gravações'),
  text: phrase(
    'What was on the screens of sessions. Who plays or removes one is written down.',
    'O que esteve nos ecrãs das sessões. Fica registado quem reproduz ou remove uma gravação.',
  ),
  search: phrase('Search all recordings', 'Procurar em todas as gravações'),
  found: phrase('Found', 'Encontrado'),
  places: phrase(
    (count: number) => (count === 1 ? 'One place' : `${count} places`),
    (count) => (count === 1 ? 'Um lugar' : `${count} lugares`),
  ),
  nothing: phrase('These words were on no screen', 'Estas palavras não estiveram em nenhum ecrã'),
  nothingText: phrase(
    'All the words have to have been there within a moment. Recordings that are a few seconds old may not be searchable yet.',
    'Todas as palavras têm de ter estado lá ao mesmo tempo. Gravações com poucos segundos podem ainda não ser pesquisáveis.',
  ),
  none: phrase('No recordings yet', 'Ainda sem gravações'),
  noneText: phrase(
    'Recording is switched on in the settings of the namespace. From then on every terminal and every command is kept here, to be played and searched.',
    'A gravação liga-se nas definições do espaço. A partir daí cada terminal e cada comando fica aqui, para reproduzir e procurar.',
  ),
  settings: phrase('To the settings', 'Para as definições'),
  who: phrase('Session', 'Sessão'),
  one: phrase(
    (user: string, device: string) => `${user} on ${device}`,
    (user, device) => `${user} em ${device}`,
  ),
  started: phrase('Started', 'Início'),
  length: phrase('Length', 'Duração'),
  size: phrase('Output', 'Saída'),
  terminal: phrase('terminal', 'terminal'),
  command: phrase('command', 'comando'),
  seat: phrase(
    (seat: number) => `Terminal ${seat}`,
    (seat) => `Terminal ${seat}`,
  ),
  lost: phrase('with gaps', 'com falhas'),
  lostText: phrase(
    (size: string) => `${size} of output are missing; the recording says where.`,
    (size) => `Faltam ${size} de saída; a gravação diz onde.`,
  ),
  play: phrase('Play', 'Reproduzir'),
  pause: phrase('Pause', 'Pausa'),
  watch: phrase('Watch live', 'Ver em direto'),
  live: phrase('Live', 'Em direto'),
  download: phrase('Download', 'Transferir'),
  removeTitle: phrase('Remove this recording?', 'Remover esta gravação?'),
  removeText: phrase('It cannot be brought back.', 'Não pode ser recuperada.'),
  removed: phrase('Recording removed.', 'Gravação removida.'),
  back: phrase('To the session', 'Para a sessão'),
  position: phrase('Position in the recording', 'Posição na gravação'),
  speed: phrase('Speed', 'Velocidade'),
  skip: phrase('Skip pauses', 'Saltar pausas'),
  full: phrase('Full screen', 'Ecrã inteiro'),
  find: phrase('Find in this recording', 'Procurar nesta gravação'),
  notHere: phrase('Not in this recording.', 'Não está nesta gravação.'),
  happened: phrase('What happened', 'O que aconteceu'),
  screen: phrase('Screen of the recording', 'Ecrã da gravação'),
  noScreen: phrase(
    'Of commands without a terminal it is kept that they ran and how they ended, not what went through.',
    'De comandos sem terminal guarda-se que correram e como acabaram, não o que por eles passou.',
  ),
  notLoaded: phrase('The recording could not be loaded', 'Não foi possível carregar a gravação'),
  listNotLoaded: phrase('The recordings could not be loaded', 'Não foi possível carregar as gravações'),
  gone: phrase('There is no such recording', 'Não existe tal gravação'),
  over: phrase(
    'The session is over. The whole recording can be played now.',
    'A sessão acabou. A gravação completa já pode ser reproduzida.',
  ),
  playWhole: phrase('Play it', 'Reproduzir'),
  ofSession: phrase('Recordings', 'Gravações'),
  noneOfSession: phrase('Nothing was recorded of this session.', 'Nada foi gravado desta sessão.'),
}

export const outcomes: Readonly<Record<Recording['outcome'], Phrase>> = {
  running: phrase('live', 'em direto'),
  complete: phrase('complete', 'completa'),
  interrupted: phrase('broken off', 'interrompida'),
}
