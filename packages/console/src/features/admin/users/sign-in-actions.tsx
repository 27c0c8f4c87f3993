import { useConsole, useUser } from '../../../console-context.ts'
import { useText } from '../../../language/use-text.ts'
import { useAdminChange } from '../administration.ts'
import { Action } from './action.tsx'
import type { UserAccount } from './users.ts'
import { words } from './words.ts'

export function SignInActions({ user: { id, status } }: { readonly user: UserAccount }) {
  const say = useText()
  const { client } = useConsole()
  const { id: own } = useUser()
  const change = useAdminChange()
  const params = { id }
  return (
    <>
      {status === 'not-confirmed' && (
        <Action
          text={say(words.confirmText)}
          label={say(words.confirm)}
          onClick={() =>
            void change(() => client.adminUpdateUser({ params, body: { confirmed: true } }), say(words.isConfirmed))
          }
        />
      )}
      <Action
        text={say(words.unlockText)}
        label={say(words.unlock)}
        onClick={() => void change(() => client.adminUnlockUser({ params }), say(words.unlocked))}
      />
      <Action
        text={say(id === own ? words.yourself : words.signOutText)}
        label={say(words.signOut)}
        disabled={id === own}
        onClick={() => void change(() => client.adminLogoutUser({ params }), say(words.signedOut))}
      />
    </>
  )
}
