import type { Connector } from '@sshore/contract'
import { type Phrase, phrase } from '../../language/language.ts'

export const words = {
  title: phrase('Connectors', 'Conectores'),
  text: phrase(
    'Container engines that this server connects to. Their containers are reached like devices.',
    'Motores de contêineres a que este servidor se conecta. Os contêineres deles são alcançados como dispositivos.',
  ),
  add: phrase('Add connector', 'Adicionar conector'),
  edit: phrase('Edit connector', 'Editar conector'),
  none: phrase('No connectors yet', 'Nenhum conector ainda'),
  noneText: phrase(
    'Name a Docker or Podman engine whose API can be reached from this server, and its containers appear under Containers.',
    'Indique um motor Docker ou Podman cuja API este servidor alcance, e os contêineres aparecem em Contêineres.',
  ),
  address: phrase('Address', 'Endereço'),
  addressRule: phrase('A host name or an IP address.', 'Um nome ou um endereço IP.'),
  port: phrase('Port', 'Porta'),
  portText: phrase(
    'A number; empty for the usual one: 2376 with TLS, 2375 without.',
    'Um número; vazio para a usual: 2376 com TLS, 2375 sem.',
  ),
  secure: phrase('Use TLS with a client certificate', 'Usar TLS com certificado de cliente'),
  secureText: phrase(
    'Without it, anybody on the network between can control the engine. Switch it off only in networks of your own.',
    'Sem isso, qualquer um na rede entre os dois controla o motor. Desative só em redes suas.',
  ),
  ca: phrase('Certificate authority (PEM)', 'Autoridade de certificação (PEM)'),
  cert: phrase('Client certificate (PEM)', 'Certificado de cliente (PEM)'),
  key: phrase('Private key (PEM)', 'Chave privada (PEM)'),
  keyText: phrase('Kept encrypted and never shown again.', 'Guardada criptografada e nunca mais mostrada.'),
  keyKept: phrase(
    'Kept encrypted and never shown again. Leave it empty to keep the present one.',
    'Guardada criptografada e nunca mais mostrada. Deixe vazia para manter a atual.',
  ),
  enabled: phrase('Switched on', 'Ativado'),
  state: phrase('State', 'Estado'),
  removeTitle: phrase(
    (name: string) => `Remove ${name}?`,
    (name) => `Remover ${name}?`,
  ),
  removeText: phrase(
    'Its containers go offline and stay listed.',
    'Os contêineres dele ficam desconectados e continuam listados.',
  ),
  removed: phrase('Connector removed.', 'Conector removido.'),
  engine: phrase('Engine', 'Motor'),
  since: phrase('since', 'desde'),
  containers: phrase(
    (all: number, running: number) => `${all === 1 ? '1 container' : `${all} containers`}, ${running} running`,
    (all, running) => `${all === 1 ? '1 contêiner' : `${all} contêineres`}, ${running} em execução`,
  ),
  silent: phrase('It does not say what it is.', 'Ele não diz o que é.'),
  needsTls: phrase(
    'Needed: a port of the engine with TLS (usually 2376) that this server can reach, a certificate there of the authority given here, and a client certificate that the engine trusts.',
    'É preciso: uma porta TLS do motor (em geral 2376) que este servidor alcance, um certificado lá emitido pela autoridade indicada aqui, e um certificado de cliente em que o motor confie.',
  ),
  needsPort: phrase(
    'Needed: a port of the engine without TLS (usually 2375) that this server can reach. If the engine wants TLS, edit the connector.',
    'É preciso: uma porta do motor sem TLS (em geral 2375) que este servidor alcance. Se o motor exige TLS, edite o conector.',
  ),
  needsSocket: phrase(
    'Needed: a socket of this name on the machine of the server, which the server may open.',
    'É preciso: um socket com este nome na máquina do servidor, que o servidor possa abrir.',
  ),
  howText: phrase(
    'Docker listens by TLS when it is started like this, with a certificate of its own and the authority of the clients:',
    'O Docker escuta por TLS quando iniciado assim, com um certificado próprio e a autoridade dos clientes:',
  ),
  howName: phrase('how Docker is started', 'como o Docker é iniciado'),
  addressText: phrase(
    'A public address, unless whoever runs this server allows others.',
    'Um endereço público, a menos que quem administra este servidor permita outros.',
  ),
  notLoaded: phrase('The connectors could not be loaded', 'Não foi possível carregar os conectores'),
}

export const states: Readonly<Record<Connector['status']['state'], Phrase>> = {
  off: phrase('off', 'desativado'),
  connecting: phrase('connecting', 'conectando'),
  connected: phrase('connected', 'conectado'),
  failed: phrase('failed', 'falhou'),
}
