import './place.css'
import { Code, Text, VisuallyHidden } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { useUser } from '../../console-context.ts'
import { languageTags, phrase } from '../../language/language.ts'
import { useLanguage, useText } from '../../language/use-text.ts'
import { degreesText, isKnown, isPrivate, onMap } from './position.ts'

const words = {
  map: phrase(
    (where: string) => `A map of the world with a point at ${where}`,
    (where) => `Um mapa do mundo com um ponto em ${where}`,
  ),
  byAddress: phrase(
    (address: string) => `Where the network address ${address} is registered, which may be some way off.`,
    (address) => `Onde o endereço de rede ${address} está registrado, o que pode ficar a alguma distância.`,
  ),
  private: phrase(
    (address: string) => `Not known: ${address} is an address of a private network, and those are on no map.`,
    (address) => `Desconhecida: ${address} é um endereço de rede privada, e esses não estão em nenhum mapa.`,
  ),
  unknown: phrase(
    (address: string) => `Not known: this server does not know where the address ${address} is.`,
    (address) => `Desconhecida: este servidor não sabe onde fica o endereço ${address}.`,
  ),
  how: phrase(
    'To see positions, give the server a database of cities: download GeoLite2 City or DB-IP City Lite and name the file in',
    'Para ver posições, forneça ao servidor um banco de dados de cidades: baixe o GeoLite2 City ou o DB-IP City Lite e indique o arquivo em',
  ),
}

export interface PlaceProps {
  readonly position: Device['position']
  /** What it was looked up from. */
  readonly address: string
}

/** Where something is, on a map that comes with the console, and in degrees; or why nobody knows. */
export function Place({ position, address }: PlaceProps) {
  const say = useText()
  const tag = languageTags[useLanguage()]
  const { administrator } = useUser()
  if (!isKnown(position)) {
    const hidden = isPrivate(address)
    return (
      <>
        <Text size='sm' c='dimmed'>
          {say(hidden ? words.private : words.unknown)(address)}
        </Text>
        {administrator && !hidden && (
          <Text size='sm' c='dimmed' mt='xs'>
            {say(words.how)} <Code>SSHORE_GEO_DATABASE</Code>.
          </Text>
        )}
      </>
    )
  }
  const where = degreesText(position, tag)
  const { left, top } = onMap(position)
  return (
    <>
      <div className='world'>
        <VisuallyHidden>{say(words.map)(where)}</VisuallyHidden>
        <span className='world-land' />
        <span className='world-point' style={{ left: `${left * 100}%`, top: `${top * 100}%` }} />
      </div>
      <Text size='sm' mt='xs' className='world-where'>
        {where}
      </Text>
      <Text size='xs' c='dimmed'>
        {say(words.byAddress)(address)}
      </Text>
    </>
  )
}
