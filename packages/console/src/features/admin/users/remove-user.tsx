import { useConsole, useUser } from '../../../console-context.ts'
import { useText } from '../../../language/use-text.ts'
import { RemoveForGood } from '../remove-for-good.tsx'
import type { UserAccount } from './users.ts'
import { words } from './words.ts'

export function RemoveUser({ user: { id, username } }: { readonly user: UserAccount }) {
  const say = useText()
  const { client } = useConsole()
  const { id: own } = useUser()
  return (
    <RemoveForGood
      name={username}
      words={words}
      refusal={id === own ? say(words.yourself) : undefined}
      remove={() => client.adminDeleteUser({ params: { id } })}
      to='/admin/users'
    />
  )
}
