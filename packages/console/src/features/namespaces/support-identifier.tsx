import { Button, Group, Text } from '@mantine/core'
import type { TenantId } from '@sshore/contract'
import { useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { CopyLine } from '../../parts/copy-line.tsx'

const words = {
  text: phrase(
    'Shows a support desk that you speak for this namespace.',
    'Mostra ao suporte que você fala por este namespace.',
  ),
  show: phrase('Show', 'Mostrar'),
  name: phrase('Support identifier', 'Identificador de suporte'),
}

/** Asked for when somebody wants it: not every namespace has one. */
export function SupportIdentifier({ tenant }: { readonly tenant: TenantId }) {
  const say = useText()
  const { client } = useConsole()
  const attempt = useAttempt()
  const [identifier, setIdentifier] = useState<string>()
  const ask = async (): Promise<void> =>
    setIdentifier((await client.getSupportIdentifier({ params: { tenant } })).body.identifier)
  if (identifier !== undefined) return <CopyLine text={identifier} name={say(words.name)} />
  return (
    <Group justify='space-between'>
      <Text size='sm' className='grow'>
        {say(words.text)}
      </Text>
      <Button variant='default' onClick={() => void attempt(ask)}>
        {say(words.show)}
      </Button>
    </Group>
  )
}
