import { Button, Group, Stack, Text } from '@mantine/core'
import type { Role } from '@sshore/contract'
import { useState } from 'react'
import { type Phrase, phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { CopyLine } from '../../parts/copy-line.tsx'
import { useInvitationChanges } from './invitations.ts'

const words = {
  text: phrase(
    'Hand this link to them. It is good for seven days, for the account of this address alone.',
    'Entregue este link. Vale por sete dias, e só para a conta deste endereço.',
  ),
  name: phrase('the invitation', 'o convite'),
}

export interface InviteLinkProps {
  readonly email: string
  readonly role: Role
  /** What the button says that makes it. */
  readonly label: Phrase
  readonly prominent?: boolean
}

/** For servers without mail, and people whose mail nobody trusts: the link is handed on by whoever makes it. */
export function InviteLink({ email, role, label, prominent = false }: InviteLinkProps) {
  const say = useText()
  const attempt = useAttempt()
  const changes = useInvitationChanges()
  const [made, setMade] = useState<{ readonly link: string; readonly of: string }>()
  const [busy, setBusy] = useState(false)
  const wanted = `${email} ${role}`
  // A link is for the address and the role that it was made for.
  if (made?.of === wanted) {
    return (
      <Stack gap={6}>
        <Text size='sm'>{say(words.text)}</Text>
        <CopyLine text={made.link} name={say(words.name)} />
      </Stack>
    )
  }
  const make = async (): Promise<void> => {
    setBusy(true)
    await attempt(async () => setMade({ link: await changes.link({ email, role }), of: wanted }))
    setBusy(false)
  }
  return (
    <Group justify='flex-end'>
      <Button
        {...(prominent ? {} : { variant: 'subtle', size: 'xs' })}
        loading={busy}
        disabled={email.trim() === ''}
        onClick={() => void make()}
      >
        {say(label)}
      </Button>
    </Group>
  )
}
