import { Group, Stack, TextInput } from '@mantine/core'
import { type BodyOf, contract, type Namespace } from '@sshore/contract'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { FormTrouble } from '../../../forms/form-end.tsx'
import { SaveButton } from '../../../forms/save-button.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { nameRule } from '../../namespaces/namespace-words.ts'
import { useRefresh } from '../administration.ts'
import { wholeNumber } from '../users/new-user.tsx'
import { useFindUser } from '../users/users.ts'
import { ownerOf } from './namespaces.ts'
import { words } from './words.ts'

export function NamespaceForm({ namespace }: { readonly namespace: Namespace }) {
  const say = useText()
  const { client, notices } = useConsole()
  const refresh = useRefresh()
  const findUser = useFindUser()
  const known = ownerOf(namespace)
  const [unknown, setUnknown] = useState(false)
  const { form, field, values, busy, changed, trouble } = useForm({
    initial: { name: namespace.name, max_devices: String(namespace.max_devices), owner: known },
    schema: contract.adminUpdateNamespace.body,
    bodyOf: ({ name, max_devices }): BodyOf<typeof contract.adminUpdateNamespace> => ({
      ...(name === namespace.name ? {} : { name: name.trim() }),
      max_devices: wholeNumber(max_devices),
    }),
    rules: { name: nameRule, max_devices: words.mostRule },
    async send(body) {
      const named = values.owner.trim()
      const owner = named === known ? undefined : await findUser(named)
      setUnknown(named !== known && !owner)
      if (named !== known && !owner) return
      const params = { tenant: namespace.tenant_id }
      await client.adminUpdateNamespace({ params, body: { ...body, ...(owner ? { owner: owner.id } : {}) } })
      await refresh()
      notices.add({ tone: 'done', text: say(usual.saved) })
    },
  })
  const owner = field('owner')
  return (
    <form {...form}>
      <Stack>
        <TextInput label={say(usual.name)} autoComplete='off' spellCheck={false} {...field('name')} />
        <TextInput
          label={say(words.most)}
          description={say(words.mostRule)}
          inputMode='numeric'
          autoComplete='off'
          {...field('max_devices')}
        />
        <TextInput
          label={say(words.owner)}
          description={say(words.newOwnerText)}
          autoComplete='off'
          spellCheck={false}
          {...owner}
          error={unknown ? say(words.ownerUnknown) : owner.error}
          onChange={(event) => {
            setUnknown(false)
            owner.onChange(event)
          }}
        />
        <FormTrouble text={trouble} />
        <Group justify='flex-end'>
          <SaveButton busy={busy} changed={changed} />
        </Group>
      </Stack>
    </form>
  )
}
