import { Alert, Button, Code, Group } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'
import { LinkButton } from '../navigation.tsx'

const words = {
  title: phrase('This page stumbled', 'Esta página tropeçou'),
  again: phrase('Load it again', 'Recarregar'),
  home: phrase('Go to the start', 'Ir para o início'),
}

/** What a page shows instead of itself when it throws, or could not be loaded after a new version was installed. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const say = useText()
  return (
    <Alert color='red' variant='light' title={say(words.title)} icon={<IconAlertCircle aria-hidden />}>
      <Code block mb='md'>
        {error instanceof Error ? error.message : String(error)}
      </Code>
      <Group gap='sm'>
        <Button size='xs' onClick={() => window.location.reload()}>
          {say(words.again)}
        </Button>
        <LinkButton size='xs' variant='default' to='/' reloadDocument>
          {say(words.home)}
        </LinkButton>
      </Group>
    </Alert>
  )
}
