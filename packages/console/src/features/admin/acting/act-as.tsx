import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole, useUser } from '../../../console-context.ts'
import { useText } from '../../../language/use-text.ts'
import { useAttempt } from '../../../parts/attempt.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Action } from '../users/action.tsx'
import type { UserAccount } from '../users/users.ts'
import { words } from './words.ts'

/** Why nobody can act as them; undefined when somebody can. */
function useNoActing({ id, status, administrator }: UserAccount) {
  const say = useText()
  const { id: own } = useUser()
  if (id === own) return say(words.yourself)
  if (administrator) return say(words.protectedOne)
  return status === 'confirmed' ? undefined : say(words.unconfirmed)
}

/** The way to see the console as somebody else sees it. */
export function ActAs({ user }: { readonly user: UserAccount }) {
  const say = useText()
  const { client, session, notices, language } = useConsole()
  const attempt = useAttempt()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const refusal = useNoActing(user)
  async function act(): Promise<void> {
    const { expires_at, ...auth } = (await client.adminGetUserToken({ params: { id: user.id } })).body
    await navigate({ to: '/', search: {} })
    session.act(auth, Date.parse(expires_at), (how) => {
      void navigate({ to: '/admin/users/$uid', params: { uid: user.id }, search: {} })
      if (how === 'over') notices.add({ tone: 'done', text: words.over[language.current()](user.username) })
    })
  }
  return (
    <>
      <Action
        text={refusal ?? say(words.text)}
        label={say(words.act)(user.username)}
        disabled={refusal !== undefined}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        opened={asking}
        title={`${say(words.act)(user.username)}?`}
        text={say(words.ask)}
        action={say(words.act)(user.username)}
        keep={say(words.keep)}
        safe
        onClose={() => setAsking(false)}
        onConfirm={() => void attempt(act)}
      />
    </>
  )
}
