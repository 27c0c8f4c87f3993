import type { Session } from '@sshore/contract'
import { useText } from '../../language/use-text.ts'
import { words } from './words.ts'

export function SessionState({ session }: { readonly session: Session }) {
  const say = useText()
  const { active, authenticated } = session
  return (
    <span className='presence' data-online={active || undefined}>
      <span className='dot' aria-hidden />
      {say(active ? words.live : words.ended)}
      {!authenticated && ` · ${say(words.notAuthenticated)}`}
    </span>
  )
}
