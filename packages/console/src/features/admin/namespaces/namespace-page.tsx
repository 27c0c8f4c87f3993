import { Group, Stack, Text } from '@mantine/core'
import type { Namespace } from '@sshore/contract'
import { useConsole } from '../../../console-context.ts'
import { useInfo } from '../../../info.ts'
import { roleName, usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { Link, PlainLink } from '../../../navigation.tsx'
import { CopyLine } from '../../../parts/copy-line.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { SkeletonRows } from '../../../parts/skeleton-rows.tsx'
import { Trouble } from '../../../parts/trouble.tsx'
import { useUid } from '../../../router/use-uid.ts'
import { statusNames } from '../../billing/words.ts'
import { Announcement } from '../../namespaces/announcement.tsx'
import { SettingSwitches } from '../../namespaces/setting-switches.tsx'
import type { NamespaceChange } from '../../namespaces/update-namespace.ts'
import { RecordingPolicy } from '../../recording/recording-policy.tsx'
import { AdminPage } from '../admin-page.tsx'
import { useRefresh } from '../administration.ts'
import { RemoveForGood } from '../remove-for-good.tsx'
import { words as users } from '../users/words.ts'
import { NamespaceForm } from './namespace-form.tsx'
import { isIn, ownerOf, useOneNamespace } from './namespaces.ts'
import { DeviceShare } from './namespaces-page.tsx'
import { words } from './words.ts'

function About({ namespace }: { readonly namespace: Namespace }) {
  const say = useText()
  const { tenant_id: tenant, created_at, type, billing } = namespace
  return (
    <Stack>
      <Facts
        facts={[
          { label: words.owner, value: ownerOf(namespace) },
          { label: words.devices, value: <DeviceShare of={namespace} /> },
          { label: words.kind, value: say(words[type]) },
          { label: usual.created, value: <Moment time={created_at} /> },
          ...(billing ? [{ label: words.subscription, value: say(statusNames[billing.status]) }] : []),
        ]}
      />
      <CopyLine text={tenant} name={say(words.id)} />
      <Group gap='md' component='nav' aria-label={say(words.lists)}>
        <Link to='/admin/devices' search={{ tenant }} size='sm'>
          {say(words.devices)}
        </Link>
        <Link to='/admin/sessions' search={{ tenant }} size='sm'>
          {say(words.sessions)}
        </Link>
        <Link to='/admin/firewall' search={{ tenant }} size='sm'>
          {say(words.rules)}
        </Link>
        <Link to='/admin/public-keys' search={{ tenant }} size='sm'>
          {say(words.keys)}
        </Link>
        <Link to='/admin/audit' search={{ tenant }} size='sm'>
          {say(words.log)}
        </Link>
      </Group>
    </Stack>
  )
}

function Members({ namespace: { members } }: { readonly namespace: Namespace }) {
  const say = useText()
  return (
    <ul className='lines'>
      {members.map(({ id, email, role, status }) => (
        <li key={id} className='member-line'>
          <PlainLink className='row-link' to='/admin/users/$uid' params={{ uid: id }}>
            {email}
          </PlainLink>
          <Text size='sm' c='dimmed' component='span'>
            {say(isIn({ status }) ? roleName(role) : users.invitedAs(roleName(role)))}
          </Text>
        </li>
      ))}
    </ul>
  )
}

function Danger({ namespace: { tenant_id: tenant, name } }: { readonly namespace: Namespace }) {
  const { client } = useConsole()
  return (
    <RemoveForGood
      name={name}
      words={words}
      remove={() => client.adminDeleteNamespace({ params: { tenant } })}
      to='/admin/namespaces'
    />
  )
}

function Settings({ namespace: { tenant_id: tenant, settings } }: { readonly namespace: Namespace }) {
  const say = useText()
  const { client } = useConsole()
  const { data: info } = useInfo()
  const refresh = useRefresh()
  const by: NamespaceChange = {
    refusal: undefined,
    async update(body) {
      await client.adminUpdateNamespace({ params: { tenant }, body })
      await refresh()
    },
  }
  const { connection_announcement: announced } = settings
  return (
    <>
      <Panel title={say(words.settings)}>
        <Stack gap='lg'>
          {info?.features.includes('recording') && <RecordingPolicy policy={settings.session_record_policy} by={by} />}
          <SettingSwitches settings={settings} by={by} />
        </Stack>
      </Panel>
      <Panel title={say(words.announcement)}>
        <Announcement key={announced} current={announced} by={by} />
      </Panel>
    </>
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
            <Panel title={say(words.change)}>
              <NamespaceForm key={`${data.name} ${data.owner} ${data.max_devices}`} namespace={data} />
            </Panel>
          </Stack>
          <Stack gap='lg'>
            <Settings namespace={data} />
            <Panel title={say(words.danger)} danger>
              <Danger namespace={data} />
            </Panel>
          </Stack>
        </div>
      )}
    </AdminPage>
  )
}
