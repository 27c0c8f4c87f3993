import { IconLock } from '@tabler/icons-react'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'
import { LinkButton } from '../navigation.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { usePageTitle } from '../parts/page-title.ts'

const words = {
  title: phrase('For administrators of this server', 'Para administradores deste servidor'),
  text: phrase(
    'Your account does not look after this server. Somebody whose account does can change that.',
    'Sua conta não administra este servidor. Alguém que o administra pode mudar isso.',
  ),
  home: phrase('Go to the start', 'Ir para o início'),
}

export function AdministratorsOnly() {
  const say = useText()
  usePageTitle(say(words.title))
  return (
    <EmptyState
      Icon={IconLock}
      title={say(words.title)}
      text={say(words.text)}
      action={<LinkButton to='/'>{say(words.home)}</LinkButton>}
      heading={1}
    />
  )
}
