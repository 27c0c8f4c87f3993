import type { Recording } from '@sshore/contract'
import { type Phrase, phrase } from '../../language/language.ts'

export const words = {
  title: phrase('Recordings', 'Gravações'),
  text: phrase(
    'What was on the screens of sessions. Who plays or removes one is written down.',
    'O que apareceu nas telas das sessões. Fica registrado quem reproduz ou remove uma gravação.',
  ),
  search: phrase('Search all recordings', 'Pesquisar em todas as gravações'),
  found: phrase('Found', 'Encontrado'),
  places: phrase(
    (count: number) => (count === 1 ? 'One place' : `${count} places`),
    (count) => (count === 1 ? 'Um lugar' : `${count} lugares`),
  ),
  nothing: phrase('These words were on no screen', 'Essas palavras não apareceram em nenhuma tela'),
  nothingText: phrase(
    'All the words have to have been there within a moment. Recordings that are a few seconds old may not be searchable yet.',
    'Todas as palavras precisam ter aparecido ao mesmo tempo. Gravações com poucos segundos podem ainda não ser pesquisáveis.',
  ),
  none: phrase('No recordings yet', 'Nenhuma gravação ainda'),
  noneText: phrase(
    'Recording is switched on in the settings of the namespace. From then on every terminal and every command is kept here, to be played and searched.',
    'A gravação é ativada nas configurações do namespace. A partir daí, cada terminal e cada comando fica aqui, para reproduzir e pesquisar.',
  ),
  settings: phrase('To the settings', 'Ir para as configurações'),
  who: phrase('Session', 'Sessão'),
  one: phrase(
    (user: string, device: string) => `${user} on ${device}`,
    (user, device) => `${user} em ${device}`,
  ),
  started: phrase('Started', 'Início'),
  length: phrase('Length', 'Duração'),
  size: phrase('Output', 'Saída'),
  seat: phrase(
    (seat: number) => `Terminal ${seat}`,
    (seat) => `Terminal ${seat}`,
  ),
  commandAt: phrase(
    (seat: number) => `Terminal ${seat} · command`,
    (seat) => `Terminal ${seat} · comando`,
  ),
  lost: phrase('with gaps', 'com falhas'),
  lostText: phrase(
    (size: string) => `${size} of output are missing; the recording says where.`,
    (size) => `Faltam ${size} de saída; a gravação diz onde.`,
  ),
  play: phrase('Play', 'Reproduzir'),
  pause: phrase('Pause', 'Pausa'),
  watch: phrase('Watch live', 'Ver ao vivo'),
  live: phrase('Live', 'Ao vivo'),
  download: phrase('Download', 'Baixar'),
  removeTitle: phrase('Remove this recording?', 'Remover esta gravação?'),
  removeText: phrase('It cannot be brought back.', 'Não pode ser recuperada.'),
  removed: phrase('Recording removed.', 'Gravação removida.'),
  back: phrase('To the session', 'Ir para a sessão'),
  position: phrase('Position in the recording', 'Posição na gravação'),
  speed: phrase('Speed', 'Velocidade'),
  skip: phrase('Skip pauses', 'Pular pausas'),
  full: phrase('Full screen', 'Tela cheia'),
  find: phrase('Find in this recording', 'Pesquisar nesta gravação'),
  looking: phrase('Looking …', 'Procurando …'),
  reading: phrase(
    (read: string, all: string) => `Reading the recording: ${read} of about ${all}.`,
    (read, all) => `Lendo a gravação: ${read} de cerca de ${all}.`,
  ),
  tooLong: phrase(
    (size: string, most: string) =>
      `This recording has ${size} of output; up to ${most} are played here. Download it and play it with asciinema, or find the moment by searching all recordings.`,
    (size, most) =>
      `Esta gravação tem ${size} de saída; aqui são reproduzidos até ${most}. Baixe-a e reproduza com asciinema, ou ache o momento pesquisando em todas as gravações.`,
  ),
  notHere: phrase('Not in this recording.', 'Não está nesta gravação.'),
  happened: phrase('What happened', 'O que aconteceu'),
  screen: phrase('Screen of the recording', 'Tela da gravação'),
  noScreen: phrase(
    'Of commands without a terminal it is kept that they ran and how they ended, not what went through.',
    'De comandos sem terminal fica gravado que foram executados e como terminaram, não o que passou por eles.',
  ),
  notLoaded: phrase('The recording could not be loaded', 'Não foi possível carregar a gravação'),
  listNotLoaded: phrase('The recordings could not be loaded', 'Não foi possível carregar as gravações'),
  gone: phrase('There is no such recording', 'Essa gravação não existe'),
  over: phrase(
    'The session is over. The whole recording can be played now.',
    'A sessão terminou. A gravação completa já pode ser reproduzida.',
  ),
  cut: phrase(
    'What is watched broke off. The session may still be running.',
    'A transmissão foi interrompida. A sessão pode ainda estar em andamento.',
  ),
  watchAgain: phrase('Watch again', 'Ver de novo'),
  playWhole: phrase('Play it', 'Reproduzir'),
  ofSession: phrase('Recordings', 'Gravações'),
  noneOfSession: phrase('Nothing was recorded of this session.', 'Nada foi gravado desta sessão.'),
}

/** Which of the session's terminals it is, and whether a command ran in it in place of a shell. */
export const seatOf = ({ kind }: Pick<Recording, 'kind'>) => (kind === 'command' ? words.commandAt : words.seat)

export const outcomes: Readonly<Record<Recording['outcome'], Phrase>> = {
  running: phrase('live', 'ao vivo'),
  complete: phrase('complete', 'completa'),
  interrupted: phrase('broken off', 'interrompida'),
}
