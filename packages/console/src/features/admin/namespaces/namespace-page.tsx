import { Button, Group, Stack, Text } from '@mantine/core'
import type { Namespace } from '@sshore/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { roleName } from '../../../language/usual-words.ts'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { Link, PlainLink } from '../../../navigation.tsx'
import { useAttempt } from '../../../parts/attempt.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { CopyLine } from '../../../parts/copy-line.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { SkeletonRows } from '../../../parts/skeleton-rows.tsx'
import { Trouble } from '../../../parts/trouble.tsx'
import { useUid } from '../../../router/use-uid.ts'
import { AdminPage } from '../admin-page.tsx'
import { useRefresh } from '../administration.ts'
import { NamespaceForm } from './namespace-form.tsx'
import { ownerOf, useOneNamespace } from './namespaces.ts'
import { DeviceShare } from './namespaces-page.tsx'
import { words } from './words.ts'

function About({ namespace }: { readonly namespace: Namespace }) {
  const say = useText()
  const { tenant_id: tenant, created_at, settings, type, billing } = namespace
  return (
    <Stack>
      <Facts
        facts={[
          { label: words.owner, value: ownerOf(namespace) },
          { label: words.devices, value: <DeviceShare of={namespace} /> },
          { label: words.kind, value: say(words[type]) },
          { label: usual.created, value: <Moment time={created_at} /> },
          { label: words.recording, value: say(settings.session_record ? words.yes : words.no) },
          ...(billing ? [{ label: words.subscription, value: billing.status.replaceAll('_', ' ') }] : []),
        ]}
      />
      <CopyLine text={tenant} name={say(words.id)} />
      <Group gap='md'>
        <Link to='/admin/devices' search={{ tenant }} size='sm'>
          {say(words.devices)}
        </Link>
        <Link to='/admin/sessions' search={{ tenant }} size='sm'>
          {say(words.sessions)}
        </Link>
      </Group>
    </Stack>
  )
}

function Members({ namespace: { members } }: { readonly namespace: Namespace }) {
  const say = useText()
  return (
    <ul className='lines'>
      {members.map(({ id, email, role }) => (
        <li key={id} className='member-line'>
          <PlainLink className='row-link' to='/admin/users/$uid' params={{ uid: id }}>
            {email}
          </PlainLink>
          <Text size='sm' c='dimmed' component='span'>
            {say(roleName(role))}
          </Text>
        </li>
      ))}
    </ul>
  )
}

function Danger({ namespace: { tenant_id: tenant, name } }: { readonly namespace: Namespace }) {
  const say = useText()
  const { client } = useConsole()
  const attempt = useAttempt()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  async function remove(): Promise<void> {
    await client.adminDeleteNamespace({ params: { tenant } })
    await navigate({ to: '/admin/namespaces', search: {} })
    void refresh()
  }
  return (
    <Group justify='space-between'>
      <Text size='sm' className='grow'>
        {say(words.removeText)}
      </Text>
      <Button color='red' onClick={() => setAsking(true)}>
        {say(words.remove)}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={say(words.removeTitle)(name)}
        text={say(words.removeText)}
        action={say(words.remove)}
        typed={name}
        onClose={() => setAsking(false)}
        onConfirm={() => void attempt(remove, { done: say(words.removed)(name) })}
      />
    </Group>
  )
}

export function NamespacePage() {
  const say = useText()
  const { data, error, refetch } = useOneNamespace(useUid())
  return (
    <AdminPage title={data?.name ?? say(words.title)}>
      {error && <Trouble title={say(words.oneNotLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && (
        <div className='columns'>
          <Stack gap='lg'>
            <Panel title={say(words.facts)}>
              <About namespace={data} />
            </Panel>
            <Panel title={say(words.members)}>
              <Members namespace={data} />
            </Panel>
          </Stack>
          <Stack gap='lg'>
            <Panel title={say(words.change)}>
              <NamespaceForm key={`${data.name} ${data.owner} ${data.max_devices}`} namespace={data} />
            </Panel>
            <Panel title={say(words.danger)} danger>
              <Danger namespace={data} />
            </Panel>
          </Stack>
        </div>
      )}
    </AdminPage>
  )
}
