import type { Device } from '@sshore/contract'
import { IconTerminal2 } from '@tabler/icons-react'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { LinkButton, PlainLink } from '../../navigation.tsx'
import { Hint } from '../../parts/hint.tsx'

const words = {
  open: phrase('Open a terminal', 'Abrir um terminal'),
  openOn: phrase(
    (name: string) => `Open a terminal on ${name}`,
    (name) => `Abrir um terminal em ${name}`,
  ),
}

export interface TerminalLinkProps {
  readonly device: Pick<Device, 'uid' | 'name'>
  /** In words, where it is the main thing to do. */
  readonly inWords?: boolean
}

/** Every member may open one, on a server that has them. */
export function TerminalLink({ device: { uid, name }, inWords = false }: TerminalLinkProps) {
  const say = useText()
  const { data: info } = useInfo()
  if (info?.features.includes('web-terminal') !== true) return null
  if (inWords) {
    return (
      <LinkButton
        to='/terminal'
        search={{ device: uid }}
        leftSection={<IconTerminal2 size={16} aria-hidden />}
        aria-label={say(words.openOn)(name)}
      >
        {say(words.open)}
      </LinkButton>
    )
  }
  return (
    <Hint label={say(words.open)}>
      <PlainLink className='icon-link' to='/terminal' search={{ device: uid }} aria-label={say(words.openOn)(name)}>
        <IconTerminal2 size={18} aria-hidden />
      </PlainLink>
    </Hint>
  )
}
