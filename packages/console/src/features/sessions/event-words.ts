import { type Phrase, phrase } from '../../language/language.ts'

/** What a client asked for, by the names of requests and channels of SSH (RFC 4254; OpenSSH's PROTOCOL). */
export const eventWords: Readonly<Partial<Record<string, Phrase>>> = {
  'pty-req': phrase('Asked for a terminal', 'Pediu um terminal'),
  env: phrase('Set variables', 'Definiu variáveis'),
  shell: phrase('Started a shell', 'Iniciou um shell'),
  exec: phrase('Ran a command', 'Executou um comando'),
  subsystem: phrase('Opened SFTP', 'Abriu o SFTP'),
  'window-change': phrase('Resized the window', 'Redimensionou a janela'),
  signal: phrase('Sent a signal', 'Enviou um sinal'),
  'x11-req': phrase('Asked for X11', 'Pediu X11'),
  'auth-agent-req@openssh.com': phrase('Brought the ssh-agent', 'Trouxe o ssh-agent'),
  'direct-tcpip': phrase('Connected through the device (-L, -D)', 'Conectou-se através do dispositivo (-L, -D)'),
  'direct-streamlocal@openssh.com': phrase('Connected to a socket (-L)', 'Conectou-se a um socket (-L)'),
  'tcpip-forward': phrase('Had a port listen (-R)', 'Abriu uma porta em escuta (-R)'),
  'streamlocal-forward@openssh.com': phrase('Had a socket listen (-R)', 'Abriu um socket em escuta (-R)'),
}
