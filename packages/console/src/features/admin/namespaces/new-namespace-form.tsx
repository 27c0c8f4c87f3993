import { Stack, TextInput } from '@mantine/core'
import { type BodyOf, contract, type TenantId } from '@sshore/contract'
import { useState } from 'react'
import { useConsole, useUser } from '../../../console-context.ts'
import { FormEnd } from '../../../forms/form-end.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { nameRule } from '../../namespaces/namespace-words.ts'
import { useRefresh } from '../administration.ts'
import { useFindUser } from '../users/users.ts'
import { words } from './words.ts'

/** A random UUID (RFC 9562, version 4), also on pages without TLS. */
function randomTenant(): TenantId {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as TenantId
}

export function NewNamespaceForm({ onDone }: { readonly onDone: () => void }) {
  const say = useText()
  const { client, notices } = useConsole()
  const { user } = useUser()
  const refresh = useRefresh()
  const findUser = useFindUser()
  const [unknown, setUnknown] = useState(false)
  const { form, field, values, busy, trouble } = useForm({
    initial: { name: '', owner: user },
    schema: contract.adminCreateNamespace.body,
    bodyOf: ({ name }): BodyOf<typeof contract.adminCreateNamespace> => ({ name: name.trim() }),
    rules: { name: nameRule },
    async send(body) {
      const owner = await findUser(values.owner.trim())
      setUnknown(!owner)
      if (!owner) return
      await client.adminCreateNamespace({ params: { tenant: randomTenant() }, body: { ...body, owner: owner.id } })
      await refresh()
      notices.add({ tone: 'done', text: say(words.created)(body.name) })
      onDone()
    },
  })
  const owner = field('owner')
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label={say(usual.name)}
          description={say(nameRule)}
          autoComplete='off'
          spellCheck={false}
          {...field('name')}
        />
        <TextInput
          label={say(words.owner)}
          description={say(words.ownerText)}
          autoComplete='off'
          spellCheck={false}
          {...owner}
          error={unknown ? say(words.ownerUnknown) : owner.error}
          onChange={(event) => {
            setUnknown(false)
            owner.onChange(event)
          }}
        />
        <FormEnd trouble={trouble} busy={busy}>
          {say(words.add)}
        </FormEnd>
      </Stack>
    </form>
  )
}
