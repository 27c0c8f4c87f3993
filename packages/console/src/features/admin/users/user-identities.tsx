import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type BodyOf, contract } from '@sshore/contract'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { useForm } from '../../../forms/use-form.ts'
import { useText } from '../../../language/use-text.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { SkeletonRows } from '../../../parts/skeleton-rows.tsx'
import { useAdminChange, useAdministered, useRefresh } from '../administration.ts'
import type { UserAccount } from './users.ts'
import { words } from './words.ts'

function LinkForm({ id }: Pick<UserAccount, 'id'>) {
  const say = useText()
  const { client, notices } = useConsole()
  const refresh = useRefresh()
  const { form, field, change, busy, trouble } = useForm({
    initial: { name_id: '' },
    schema: contract.adminLinkSaml.body,
    bodyOf: (values): BodyOf<typeof contract.adminLinkSaml> => values,
    rules: { name_id: words.nameId },
    async send(body) {
      await client.adminLinkSaml({ params: { id }, body })
      await refresh()
      change({ name_id: '' })
      notices.add({ tone: 'done', text: say(words.linked) })
    },
  })
  const given = field('name_id')
  return (
    <form {...form}>
      <Group align='flex-end' gap='sm'>
        <TextInput
          className='grow'
          label={say(words.nameId)}
          autoComplete='off'
          spellCheck={false}
          {...given}
          error={trouble ?? given.error}
        />
        <Button type='submit' variant='default' loading={busy}>
          {say(words.link)}
        </Button>
      </Group>
    </form>
  )
}

/** Who somebody is to identity providers. */
export function UserIdentities({ user: { id } }: { readonly user: UserAccount }) {
  const say = useText()
  const { client } = useConsole()
  const change = useAdminChange()
  const [asking, setAsking] = useState(false)
  const { data } = useAdministered(
    'identities',
    id,
    async () => (await client.adminListSamlIdentities({ params: { id } })).body,
  )
  if (!data) return <SkeletonRows />
  return (
    <Stack>
      <Text size='sm' c='dimmed'>
        {say(words.identitiesText)} {data.length === 0 && say(words.noIdentity)}
      </Text>
      {data.map(({ entity_id, name_id, last_login }) => (
        <Group key={`${entity_id} ${name_id}`} justify='space-between' wrap='nowrap' gap='sm'>
          <div className='grow'>
            <Text size='sm' fw={600} className='code'>
              {name_id}
            </Text>
            <Text size='xs' c='dimmed' className='code'>
              {entity_id}
            </Text>
          </div>
          <Text size='sm' c='dimmed'>
            <Moment time={last_login} />
          </Text>
        </Group>
      ))}
      {data.length > 0 ? (
        <Group justify='flex-end'>
          <Button variant='default' size='xs' onClick={() => setAsking(true)}>
            {say(words.unlink)}
          </Button>
        </Group>
      ) : (
        <LinkForm id={id} />
      )}
      <ConfirmDialog
        opened={asking}
        title={say(words.unlinkTitle)}
        text={say(words.unlinkText)}
        action={say(words.unlink)}
        onClose={() => setAsking(false)}
        onConfirm={() => void change(() => client.adminUnlinkSaml({ params: { id } }), say(words.unlinked))}
      />
    </Stack>
  )
}
