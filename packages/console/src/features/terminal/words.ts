import { phrase } from '../../language/language.ts'

export const words = {
  title: phrase('Terminal', 'Terminal'),
  tabs: phrase('Open terminals', 'Terminais abertos'),
  add: phrase('New terminal', 'Novo terminal'),
  close: phrase(
    (name: string) => `Close ${name}`,
    (name) => `Fechar ${name}`,
  ),
  splitRight: phrase('Split to the right', 'Dividir para a direita'),
  splitBelow: phrase('Split below', 'Dividir para baixo'),
  closePane: phrase('Close this pane', 'Fechar este painel'),
  find: phrase('Find (Ctrl+Shift+F)', 'Pesquisar (Ctrl+Shift+F)'),
  files: phrase('Files', 'Arquivos'),
  copy: phrase('Copy what is selected (Ctrl+Shift+C)', 'Copiar a seleção (Ctrl+Shift+C)'),
  paste: phrase('Paste (Ctrl+Shift+V)', 'Colar (Ctrl+Shift+V)'),
  copied: phrase('Copied.', 'Copiado.'),
  nothingSelected: phrase('Select something in the terminal first.', 'Selecione primeiro algo no terminal.'),
  cannotPaste: phrase(
    'The browser does not let this page read the clipboard. Press Ctrl+Shift+V in the terminal instead.',
    'O navegador não deixa esta página ler a área de transferência. Pressione Ctrl+Shift+V no terminal.',
  ),
  full: phrase('Full screen (Ctrl+Shift+Enter)', 'Tela cheia (Ctrl+Shift+Enter)'),
  notFull: phrase('Leave full screen (Ctrl+Shift+Enter)', 'Sair da tela cheia (Ctrl+Shift+Enter)'),
  look: phrase('Look of the terminal', 'Aparência do terminal'),
  connecting: phrase('Connecting …', 'Conectando …'),
  over: phrase('Over', 'Encerrado'),
  pane: phrase(
    (name: string) => `Terminal on ${name}`,
    (name) => `Terminal em ${name}`,
  ),
  leaveKeys: phrase(
    'Ctrl+F6 leaves the terminal for the buttons above it.',
    'Ctrl+F6 sai do terminal para os botões acima.',
  ),
  emptyTitle: phrase('A shell on any device', 'Uma linha de comando em qualquer dispositivo'),
  emptyText: phrase(
    'Choose a device or container below. You log in as a user of the device, with a password or a key.',
    'Escolha abaixo um dispositivo ou contêiner. Você entra como usuário do dispositivo, com senha ou chave.',
  ),
  search: phrase('Search devices and containers', 'Pesquisar dispositivos e contêineres'),
  none: phrase('No accepted device of this name.', 'Nenhum dispositivo aceito com este nome.'),
  away: phrase(
    'Connection lost. The terminal goes on at the device.',
    'Conexão perdida. O terminal continua no dispositivo.',
  ),
  awayLeft: phrase(
    (seconds: number) => `Trying again; ${seconds} s left.`,
    (seconds) => `Tentando de novo; restam ${seconds} s.`,
  ),
  deviceAway: phrase(
    'The device is offline. What you type waits for it, and the session goes on if it is back within two minutes.',
    'O dispositivo está offline. O que você digitar espera por ele, e a sessão continua se ele voltar em até dois minutos.',
  ),
  takenOver: phrase('This terminal was opened in another window.', 'Este terminal foi aberto em outra janela.'),
  takenOverNext: phrase('Go on there, or open a new one here.', 'Continue lá, ou abra aqui um novo.'),
  ended: phrase('The session has ended.', 'A sessão terminou.'),
  code: phrase(
    (code: number) => `The shell ended with status ${code}.`,
    (code) => `A linha de comando terminou com o estado ${code}.`,
  ),
  signal: phrase(
    (signal: string) => `The shell was ended by the signal ${signal}.`,
    (signal) => `A linha de comando foi encerrada pelo sinal ${signal}.`,
  ),
  again: phrase('Connect again', 'Conectar de novo'),
  linkKeys: phrase(
    (address: string) => `Ctrl+click opens ${address}`,
    (address) => `Ctrl+clique abre ${address}`,
  ),
  keys: phrase('Keys', 'Teclas'),
  answer: phrase('Answer', 'Responder'),
  asked: phrase('The server asks something more', 'O servidor pergunta mais'),
}
