import { limits } from '@sshore/contract'
import { phrase } from '../../language/language.ts'

const { min, max } = limits.deviceName

export const words = {
  title: phrase('Devices', 'Dispositivos'),
  byState: phrase('Devices by state', 'Dispositivos por estado'),
  online: phrase(
    (online: number, all: number) => `${online} of ${all} online`,
    (online, all) => `${online} de ${all} conectados`,
  ),
  nameRule: phrase(
    `${min} to ${max} letters, digits, hyphens and underscores.`,
    `${min} a ${max} letras, dígitos, hifens e sublinhados.`,
  ),
  searchDevices: phrase('Search devices', 'Pesquisar dispositivos'),
  outOfDate: phrase('This list may be out of date', 'Esta lista pode estar desatualizada'),
  notLoaded: phrase('The devices could not be loaded', 'Não foi possível carregar os dispositivos'),
  system: phrase('System', 'Sistema'),
  connect: phrase('Connect', 'Conectar'),
  mac: phrase('Hardware address', 'Endereço físico'),
  from: phrase('from', 'de'),
  accept: phrase('Accept', 'Aceitar'),
  reject: phrase('Reject', 'Rejeitar'),
  acceptOne: phrase(
    (name: string) => `Accept ${name}`,
    (name) => `Aceitar ${name}`,
  ),
  rejectOne: phrase(
    (name: string) => `Reject ${name}`,
    (name) => `Rejeitar ${name}`,
  ),
  rename: phrase('Rename', 'Renomear'),
  renameOne: phrase(
    (name: string) => `Rename ${name}`,
    (name) => `Renomear ${name}`,
  ),
  full: phrase(
    'The device limit of this namespace is reached: remove a device that is not needed, or let the owner raise it.',
    'Este namespace atingiu o limite de dispositivos: remova um que não seja necessário ou peça ao dono que o aumente.',
  ),
  removeTitle: phrase(
    (what: string) => `Remove ${what}?`,
    (what) => `Remover ${what}?`,
  ),
  removeText: phrase(
    'Its sessions end and its history goes away. The agent on the device stays; if it keeps running, the device comes back as pending.',
    'As sessões terminam e o histórico desaparece. O agente fica no dispositivo; se continuar em execução, o dispositivo volta como pendente.',
  ),
  isOnline: phrase('Online', 'Conectado'),
  isOffline: phrase('Offline', 'Desconectado'),
  offline: phrase('Offline, seen', 'Desconectado, visto'),
  unknownSystem: phrase('Unknown system', 'Sistema desconhecido'),
  agent: phrase(
    (version: string) => `agent ${version}`,
    (version) => `agente ${version}`,
  ),
  devices: phrase(
    (count: number) => (count === 1 ? '1 device' : `${count} devices`),
    (count) => (count === 1 ? '1 dispositivo' : `${count} dispositivos`),
  ),
}
