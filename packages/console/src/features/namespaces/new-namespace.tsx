import { Button, Stack, TextInput } from '@mantine/core'
import { contract } from '@sshore/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useConsole } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useText } from '../../language/use-text.ts'
import { focusOnArrival } from '../../parts/focus.ts'
import { create, nameLabel, nameRule } from './namespace-words.ts'

/** Makes a namespace and goes there. */
export function NewNamespace({ onMade }: { readonly onMade?: () => void }) {
  const say = useText()
  const { client, session } = useConsole()
  const queries = useQueryClient()
  const { form, field, busy, trouble } = useForm({
    initial: { name: '' },
    schema: contract.createNamespace.body,
    bodyOf: ({ name }) => ({ name: name.trim() }),
    rules: { name: nameRule },
    async send(body) {
      const { body: made } = await client.createNamespace({ body })
      session.switchTo((await client.switchNamespace({ params: { tenant: made.tenant_id } })).body)
      await queries.invalidateQueries({ queryKey: ['namespaces'] })
      onMade?.()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label={say(nameLabel)}
          description={say(nameRule)}
          autoComplete='off'
          spellCheck={false}
          ref={focusOnArrival}
          data-autofocus
          {...field('name')}
        />
        <FormTrouble text={trouble} />
        <Button type='submit' loading={busy}>
          {say(create)}
        </Button>
      </Stack>
    </form>
  )
}
