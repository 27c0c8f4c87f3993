import { Group, TextInput } from '@mantine/core'
import { contract, type Namespace } from '@sshore/contract'
import { useConsole } from '../../console-context.ts'
import { SaveButton } from '../../forms/save-button.tsx'
import { useForm } from '../../forms/use-form.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useRefusal } from '../../parts/permission.ts'
import { nameRule } from './namespace-words.ts'
import { type NamespaceEdit, useUpdateNamespace } from './update-namespace.ts'

const warning = phrase(
  'A new name changes the address of every device: ssh lines with the old one stop working.',
  'Um novo nome muda o endereço de cada dispositivo: linhas ssh com o antigo deixam de funcionar.',
)

export function RenameNamespace({ namespace }: { readonly namespace: Namespace }) {
  const say = useText()
  const { notices } = useConsole()
  const update = useUpdateNamespace()
  const refusal = useRefusal('namespace:update')
  const { form, field, busy, changed, trouble } = useForm<{ readonly name: string }, NamespaceEdit>({
    initial: { name: namespace.name },
    schema: contract.updateNamespace.body,
    bodyOf: ({ name }) => ({ name: name.trim() }),
    rules: { name: nameRule },
    async send(body) {
      await update(body)
      notices.add({ tone: 'done', text: say(usual.saved) })
    },
  })
  const given = field('name')
  return (
    <form {...form}>
      <Group align='flex-start' gap='sm' className='save-line'>
        <TextInput
          className='grow'
          aria-label={say(usual.name)}
          description={say(warning)}
          inputWrapperOrder={['input', 'error', 'description']}
          spellCheck={false}
          autoComplete='off'
          readOnly={refusal !== undefined}
          {...given}
          error={trouble ?? given.error}
        />
        <SaveButton refusal={refusal} busy={busy} changed={changed} />
      </Group>
    </form>
  )
}
