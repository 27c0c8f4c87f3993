import { useNavigate } from '@tanstack/react-router'
import { useConsole } from '../console-context.ts'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'

const untold = phrase(
  'The server could not be told; this browser has forgotten you all the same.',
  'Não foi possível avisar o servidor; mesmo assim, este navegador esqueceu você.',
)

/** Ends the session here and revokes every token of the user; whoever acts as somebody else is themselves again. */
export function useSignOut(): () => Promise<void> {
  const { client, session, notices } = useConsole()
  const navigate = useNavigate()
  const say = useText()
  return async () => {
    // Nobody signs out for somebody else.
    if (session.state().acting) return session.stopActing()
    try {
      await client.logout()
    } catch {
      // A token that is refused is as dead as can be; one that could not be revoked must not stay without a word.
      if (session.state().ended === undefined) notices.add({ tone: 'failed', text: say(untold) })
    }
    session.signOut()
    void navigate({ to: '/login', search: {} })
  }
}
