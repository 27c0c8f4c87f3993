import { Button, Stack, TextInput } from '@mantine/core'
import { limits } from '@sshore/contract'
import { type SubmitEvent, useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { CardPage } from '../../layout/card-page.tsx'
import { focusOnArrival } from '../../parts/focus.ts'
import { messageOf } from '../../parts/trouble.tsx'

/** For somebody who belongs to no namespace, yet or any more. */
export function NoNamespacePage() {
  const { client, session } = useConsole()
  const [name, setName] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function create(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    try {
      const { body: made } = await client.createNamespace({ body: { name } })
      session.begin((await client.switchNamespace({ params: { tenant: made.tenant_id } })).body)
    } catch (error) {
      setTrouble(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const { min, max } = limits.namespaceName
  return (
    <CardPage
      title='No namespace yet'
      intro='Devices live in namespaces. Ask an administrator of one to add you as a member, or create your own.'
    >
      <form onSubmit={(event) => void create(event)}>
        <Stack>
          <TextInput
            label='Name of the new namespace'
            description={`${min} to ${max} letters, digits and hyphens. It is part of every device's address.`}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={trouble}
            required
            minLength={min}
            maxLength={max}
            ref={focusOnArrival}
          />
          <Button type='submit' loading={busy}>
            Create namespace
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}
