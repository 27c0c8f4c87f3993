import { Button, Group, Stack, Text } from '@mantine/core'
import type { Namespace } from '@sshore/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { useMemberChanges } from '../members/member-changes.ts'

const words = {
  leave: phrase('Leave this namespace', 'Sair deste namespace'),
  leaveText: phrase(
    'You lose access to its devices until somebody adds you again.',
    'Você perde o acesso aos dispositivos dele até que alguém adicione você de novo.',
  ),
  leaveTitle: phrase(
    (name: string) => `Leave ${name}?`,
    (name) => `Sair de ${name}?`,
  ),
  left: phrase(
    (name: string) => `You have left ${name}.`,
    (name) => `Você saiu de ${name}.`,
  ),
  remove: phrase('Delete this namespace', 'Apagar este namespace'),
  removeText: phrase(
    'It goes with all its devices, sessions, keys and members. There is no way back.',
    'Ele some com todos os dispositivos, sessões, chaves e membros. Não há volta.',
  ),
  removeTitle: phrase(
    (name: string) => `Delete ${name}?`,
    (name) => `Apagar ${name}?`,
  ),
  removed: phrase(
    (name: string) => `Deleted ${name}.`,
    (name) => `${name} apagado.`,
  ),
}

export function DangerZone({ namespace }: { readonly namespace: Namespace }) {
  const say = useText()
  const { client, session } = useConsole()
  const { role } = useUser()
  const attempt = useAttempt()
  const navigate = useNavigate()
  const { leave } = useMemberChanges()
  const refusal = useRefusal('namespace:delete')
  const [asking, setAsking] = useState<'leave' | 'remove'>()
  const { name, tenant_id: tenant } = namespace
  const close = () => setAsking(undefined)

  async function remove(): Promise<void> {
    await client.deleteNamespace({ params: { tenant } })
    session.switchTo((await client.getAuthUser()).body)
    void navigate({ to: '/', search: {} })
  }
  async function goAway(): Promise<void> {
    await leave()
    void navigate({ to: '/', search: {} })
  }

  return (
    <Stack>
      {role !== 'owner' && (
        <Group justify='space-between'>
          <Text size='sm' className='grow'>
            {say(words.leaveText)}
          </Text>
          <Button variant='default' onClick={() => setAsking('leave')}>
            {say(words.leave)}
          </Button>
        </Group>
      )}
      <Group justify='space-between'>
        <Text size='sm' className='grow'>
          {say(words.removeText)}
        </Text>
        <GuardedButton color='red' refusal={refusal} onClick={() => setAsking('remove')}>
          {say(words.remove)}
        </GuardedButton>
      </Group>
      <ConfirmDialog
        opened={asking === 'leave'}
        title={say(words.leaveTitle)(name)}
        text={say(words.leaveText)}
        action={say(words.leave)}
        onClose={close}
        onConfirm={() => void attempt(goAway, { done: say(words.left)(name) })}
      />
      <ConfirmDialog
        opened={asking === 'remove'}
        title={say(words.removeTitle)(name)}
        text={say(words.removeText)}
        action={say(words.remove)}
        typed={name}
        onClose={close}
        onConfirm={() => void attempt(remove, { done: say(words.removed)(name) })}
      />
    </Stack>
  )
}
