import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'

const words = {
  text: phrase(
    'With all memberships, for good. Namespaces that you own are deleted or handed over first.',
    'Com todas as participações, para sempre. Antes, apague ou passe adiante os namespaces de que você é dono.',
  ),
  button: phrase('Delete the account …', 'Apagar a conta …'),
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
      <Text size='sm'>{say(words.text)}</Text>
      <Group justify='flex-end'>
        <Button variant='default' color='red' onClick={() => setAsking(true)}>
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
