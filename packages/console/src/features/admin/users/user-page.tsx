import { Stack, Switch, Text } from '@mantine/core'
import { zeroTime } from '@sshore/contract'
import { useConsole, useUser } from '../../../console-context.ts'
import { useInfo } from '../../../info.ts'
import type { Phrase } from '../../../language/language.ts'
import { roleName } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { PlainLink } from '../../../navigation.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { SkeletonRows } from '../../../parts/skeleton-rows.tsx'
import { Trouble } from '../../../parts/trouble.tsx'
import { useUid } from '../../../router/use-uid.ts'
import { AdminPage } from '../admin-page.tsx'
import { ActAs } from '../acting/act-as.tsx'
import { useAdminChange } from '../administration.ts'
import { admin } from '../words.ts'
import { RemoveUser } from './remove-user.tsx'
import { SignInActions } from './sign-in-actions.tsx'
import { UserIdentities } from './user-identities.tsx'
import { UserPassword } from './user-password.tsx'
import { UserProfile } from './user-profile.tsx'
import { type UserDetails, useUserDetails } from './users.ts'
import { UserBadges } from './users-page.tsx'
import { words } from './words.ts'

const methods: Readonly<Record<string, Phrase | undefined>> = { local: words.local, saml: words.saml }

function Account({
  details: { user, namespacesOwned, auth_methods, mfa, recovery_email },
}: {
  readonly details: UserDetails
}) {
  const say = useText()
  const by = auth_methods.map((method) => say(methods[method] ?? { en: method, pt: method })).join(', ')
  return (
    <Facts
      facts={[
        { label: admin.state, value: <UserBadges user={user} /> },
        { label: words.since, value: <Moment time={user.created_at} /> },
        {
          label: admin.lastLogin,
          value: user.last_login === zeroTime ? '' : <Moment time={user.last_login} />,
        },
        { label: words.recovery, value: recovery_email },
        { label: words.owns, value: String(namespacesOwned) },
        { label: words.methods, value: by === '' ? say(words.noMethod) : by },
        { label: words.mfa, value: say(mfa ? words.on : words.off) },
      ]}
    />
  )
}

function Belonging({ details: { namespaces } }: { readonly details: UserDetails }) {
  const say = useText()
  if (namespaces.length === 0) {
    return (
      <Text size='sm' c='dimmed'>
        {say(words.nowhere)}
      </Text>
    )
  }
  return (
    <ul className='lines'>
      {namespaces.map(({ tenant_id, name, role, status }) => (
        <li key={tenant_id} className='member-line'>
          <PlainLink className='row-link' to='/admin/namespaces/$uid' params={{ uid: tenant_id }}>
            {name}
          </PlainLink>
          <Text size='sm' c='dimmed' component='span'>
            {say(status === 'pending' ? words.invitedAs(roleName(role)) : roleName(role))}
          </Text>
        </li>
      ))}
    </ul>
  )
}

function Administrator({ details: { user } }: { readonly details: UserDetails }) {
  const say = useText()
  const { client } = useConsole()
  const { id: own } = useUser()
  const change = useAdminChange()
  const isOwn = user.id === own
  return (
    <Switch
      label={say(words.mayAdminister)}
      description={say(isOwn ? words.ownWay : words.mayAdministerText)}
      checked={user.administrator}
      disabled={isOwn}
      onChange={({ currentTarget: { checked: administrator } }) =>
        void change(
          () => client.adminUpdateUser({ params: { id: user.id }, body: { administrator } }),
          say(administrator ? words.given : words.taken),
        )
      }
    />
  )
}

function Panels({ details }: { readonly details: UserDetails }) {
  const say = useText()
  const { data: info } = useInfo()
  const { user } = details
  return (
    <div className='columns'>
      <Stack gap='lg'>
        <Panel title={say(words.facts)}>
          <Stack>
            <Account details={details} />
            <Administrator details={details} />
          </Stack>
        </Panel>
        <Panel title={say(words.belongs)}>
          <Belonging details={details} />
        </Panel>
        <Panel title={say(words.profile)}>
          <UserProfile key={`${user.username} ${user.name} ${user.email} ${user.max_namespaces}`} user={user} />
        </Panel>
      </Stack>
      <Stack gap='lg'>
        <Panel title={say(words.signingIn)}>
          <Stack gap='lg'>
            <SignInActions user={user} />
            <UserPassword details={details} />
          </Stack>
        </Panel>
        {info?.features.includes('saml') && (
          <Panel title={say(words.identities)}>
            <UserIdentities user={user} />
          </Panel>
        )}
        <Panel title={say(words.help)}>
          <ActAs user={user} />
        </Panel>
        <Panel title={say(words.danger)} danger>
          <RemoveUser user={user} />
        </Panel>
      </Stack>
    </div>
  )
}

export function UserPage() {
  const say = useText()
  const { data, error, refetch } = useUserDetails(useUid())
  const name = data?.user.username ?? say(words.title)
  return (
    <AdminPage title={name} text={data && data.user.name !== name ? data.user.name : undefined}>
      {error && <Trouble title={say(words.oneNotLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && <Panels key={data.user.id} details={data} />}
    </AdminPage>
  )
}
