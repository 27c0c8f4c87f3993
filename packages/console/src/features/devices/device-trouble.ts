// What people are told when a change of a device is refused: what happened to this one, and where to go from there.
import { ApiError } from '@sshore/client'
import { type Device, type ErrorCode, limits } from '@sshore/contract'
import { type Phrase, phrase } from '../../language/language.ts'

export interface NextStep {
  readonly label: Phrase
  readonly to: string
  readonly search: object
}

export interface DeviceTrouble {
  readonly text: Phrase
  /** The text says which device it is about. */
  readonly namesIt?: true
  /** The device is not there any more. */
  readonly isGone?: true
  readonly next?: NextStep
}

export type TroubledDevice = Pick<Device, 'uid' | 'name' | 'identity' | 'info' | 'tags'>

const show = phrase('Show it', 'Mostrar')
const accepted = phrase('See the accepted ones', 'Ver os aceitos')

/** The list that a device stands in; each leaves out what the other has. */
const inList = ({ info }: Pick<Device, 'info'>, label: Phrase, search: object = {}): NextStep => ({
  label,
  to: info.platform === 'connector' ? '/containers' : '/devices',
  search,
})

const billing: NextStep = {
  label: phrase('Subscribe or choose devices', 'Assinar ou escolher dispositivos'),
  to: '/billing',
  search: {},
}

type Told = (device: TroubledDevice, hasBilling: boolean) => DeviceTrouble

const limitReached: Told = (device, hasBilling) => ({
  text: hasBilling
    ? phrase(
        'The namespace has as many devices as it may. A subscription lifts the limit.',
        'O namespace já tem todos os dispositivos que pode. Uma assinatura remove o limite.',
      )
    : phrase(
        'The namespace has as many devices as it may. Remove one that is not needed any more, then try again.',
        'O namespace já tem todos os dispositivos que pode. Remova um que não seja mais necessário e tente de novo.',
      ),
  next: hasBilling ? billing : inList(device, accepted),
})

const nameTaken: Told = (device) => ({
  text: phrase(
    `An accepted device is called ${device.name} already. Rename one of the two first.`,
    `Já existe um dispositivo aceito chamado ${device.name}. Renomeie um dos dois primeiro.`,
  ),
  namesIt: true,
  next: inList(device, show, { q: device.name }),
})

function tooManyTags({ uid, name, tags }: TroubledDevice): DeviceTrouble {
  const own = tags.join(', ')
  return {
    text: phrase(
      `A device carries at most ${limits.tag.perItem} tags, and ${name} has ${own}. Take one away first.`,
      `Um dispositivo leva no máximo ${limits.tag.perItem} tags, e ${name} tem ${own}. Tire uma primeiro.`,
    ),
    namesIt: true,
    next: { label: phrase('Its tags', 'Suas tags'), to: `/devices/${uid}`, search: {} },
  }
}

/** A name that another device has, when somebody wants it for this one. */
export const nameInUse = (name: string, device: Pick<Device, 'info'>): DeviceTrouble => ({
  text: phrase(
    `An accepted device is called ${name} already; choose another name.`,
    `Já existe um dispositivo aceito chamado ${name}; escolha outro nome.`,
  ),
  next: inList(device, show, { q: name }),
})

/** What need not be asked of the server to be known. */
export class DeviceRefusal extends Error {
  readonly trouble: DeviceTrouble

  constructor(trouble: DeviceTrouble) {
    super(trouble.text.en)
    this.name = 'DeviceRefusal'
    this.trouble = trouble
  }
}

/** The tags of a device with some added, or a `DeviceRefusal` where that is more than it may have. */
export function withTags(device: TroubledDevice, added: readonly string[]): string[] {
  const all = [...new Set([...device.tags, ...added])]
  if (all.length > limits.tag.perItem) throw new DeviceRefusal(tooManyTags(device))
  return all
}

const told: Readonly<Partial<Record<ErrorCode, Told>>> = {
  device_limit_reached: limitReached,
  payment_required: () => ({
    text: phrase(
      'All devices of the free plan are in use; one that was removed keeps its place for 30 days.',
      'Todos os dispositivos do plano gratuito estão em uso; um removido mantém seu lugar por 30 dias.',
    ),
    next: billing,
  }),
  device_name_taken: nameTaken,
  device_identity_online: (device) => ({
    text: phrase(
      'An accepted device with the same hardware address is online. If this is another machine, reject it, or start its ' +
        'agent with another --identity. If it was set up anew, accept it two minutes after the old one went away.',
      'Um dispositivo aceito com o mesmo endereço físico está conectado. Se este é outra máquina, rejeite-o ou inicie o ' +
        'agente com outra --identity. Se foi instalado de novo, aceite-o dois minutos depois que o antigo sair.',
    ),
    next: inList(device, show, { q: device.identity.mac }),
  }),
  device_not_found: ({ name }) => ({
    text: phrase(
      `${name} is not here any more: somebody has removed it meanwhile.`,
      `${name} não está mais aqui: alguém o removeu nesse meio-tempo.`,
    ),
    namesIt: true,
    isGone: true,
  }),
  tag_limit_reached: tooManyTags,
}

/** Undefined for what is no matter of this device: what is said of any failure fits then. */
export function troubleOf(error: unknown, device: TroubledDevice, hasBilling: boolean): DeviceTrouble | undefined {
  if (error instanceof DeviceRefusal) return error.trouble
  if (!(error instanceof ApiError)) return undefined
  const known: Readonly<Record<string, Told | undefined>> = told
  return known[error.code]?.(device, hasBilling)
}

/** Whether the same may go well in a moment: the server was not reached, or had a trouble of its own. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)
