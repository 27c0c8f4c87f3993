import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'

const words = {
  text: phrase(
    'Your account goes with all its memberships; there is no way back. First delete or hand over the namespaces that you own.',
    'Sua conta some com todas as participações; não há volta. Antes, apague ou passe adiante os namespaces de que você é dono.',
  ),
  button: phrase('Delete your account', 'Apagar sua conta'),
  title: phrase('Delete your account?', 'Apagar sua conta?'),
  action: phrase('Delete it', 'Apagar'),
}

/** Where people may do so themselves. */
export function RemoveAccount() {
  const say = useText()
  const { client, session } = useConsole()
  const { user } = useUser()
  const attempt = useAttempt()
  const [asking, setAsking] = useState(false)
  const remove = async (): Promise<void> => {
    if (await attempt(() => client.deleteOwnAccount())) session.signOut()
  }
  return (
    <Stack>
      <Group justify='space-between'>
        <Text size='sm' className='grow'>
          {say(words.text)}
        </Text>
        <Button color='red' onClick={() => setAsking(true)}>
          {say(words.button)}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={say(words.title)}
        text={say(words.text)}
        typed={user}
        action={say(words.action)}
        onClose={() => setAsking(false)}
        onConfirm={remove}
      />
    </Stack>
  )
}
