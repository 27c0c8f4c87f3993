import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'
import { LinkButton } from '../navigation.tsx'
import { usePageTitle } from '../parts/page-title.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { IconCompassOff } from '@tabler/icons-react'

const words = {
  title: phrase('Nothing here', 'Não há nada aqui'),
  text: phrase('There is no page at this address.', 'Não há página neste endereço.'),
  home: phrase('Go to the start', 'Ir para o início'),
}

export function NotFoundPage() {
  const say = useText()
  usePageTitle(say(words.title))
  return (
    <EmptyState
      Icon={IconCompassOff}
      title={say(words.title)}
      text={say(words.text)}
      action={<LinkButton to='/'>{say(words.home)}</LinkButton>}
      heading={1}
    />
  )
}
