import { Badge, Button, Checkbox, Group, Menu, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type AdminUserEdit, contract, type ReplyOf } from '@sshore/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconLockOpen, IconLogout, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { userLabels, userRules } from '../../forms/user-rules.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { anyOf, condition, filterText } from '../../parts/list-filter.ts'
import { Moment } from '../../parts/moment.tsx'
import { Pager } from '../../parts/pager.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { statuses, words } from './words.ts'

type Account = ReplyOf<typeof contract.adminListUsers>[number]
const perPage = 25

function useUsers(text: string, page: number) {
  const { client } = useConsole()
  const filter = filterText([
    text !== '' && anyOf((['username', 'name', 'email'] as const).map((name) => condition(name, 'contains', text))),
  ])
  const query = { page, per_page: perPage, ...(filter === undefined ? {} : { filter }) }
  return useQuery({
    queryKey: ['admin', 'users', query],
    queryFn: async () => {
      const { body, headers } = await client.adminListUsers({ query })
      return { users: body, total: Number(headers['X-Total-Count']) }
    },
    placeholderData: keepPreviousData,
  })
}

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['admin'] })
}

interface Values {
  readonly name: string
  readonly username: string
  readonly email: string
  readonly password: string
  readonly max_namespaces: string
  readonly administrator: boolean
  readonly confirmed: boolean
}

function UserForm({ of: known, onDone }: { readonly of: Account | undefined; readonly onDone: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const refresh = useRefresh()
  const wasConfirmed = known?.status === 'confirmed'
  const bodyOf = ({ password, max_namespaces, confirmed, ...rest }: Values): AdminUserEdit => ({
    ...rest,
    max_namespaces: Number(max_namespaces.trim() || Number.NaN),
    ...(password === '' ? {} : { password }),
    ...(confirmed && !wasConfirmed ? { confirmed: true } : {}),
  })
  const { form, field, values, change, busy, trouble } = useForm<Values, AdminUserEdit>({
    initial: {
      name: known?.name ?? '',
      username: known?.username ?? '',
      email: known?.email ?? '',
      password: '',
      max_namespaces: String(known?.max_namespaces ?? -1),
      administrator: known?.administrator ?? false,
      confirmed: known === undefined || wasConfirmed,
    },
    schema: known ? contract.adminUpdateUser.body : contract.adminCreateUser.body,
    bodyOf,
    rules: userRules,
    async send(body) {
      if (known) await client.adminUpdateUser({ params: { id: known.id }, body })
      else {
        const { name = '', username = '', email = '', password = '' } = body
        await client.adminCreateUser({ body: { ...body, name, username, email, password } })
      }
      await refresh()
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput label={say(usual.name)} autoComplete='off' data-autofocus {...field('name')} />
        <TextInput
          label={say(userLabels.username)}
          autoComplete='off'
          autoCapitalize='none'
          spellCheck={false}
          {...field('username')}
        />
        <TextInput label={say(userLabels.email)} type='email' autoComplete='off' {...field('email')} />
        <PasswordInput
          label={say(known ? words.newPassword : userLabels.password)}
          description={say(known ? words.keepPassword : userRules.password)}
          autoComplete='new-password'
          {...field('password')}
        />
        <TextInput label={say(words.maxNamespaces)} inputMode='numeric' {...field('max_namespaces')} />
        <Checkbox
          label={say(words.administrator)}
          checked={values.administrator}
          onChange={(event) => change({ administrator: event.currentTarget.checked })}
        />
        <Checkbox
          label={say(words.confirmed)}
          checked={values.confirmed}
          disabled={wasConfirmed}
          onChange={(event) => change({ confirmed: event.currentTarget.checked })}
        />
        <FormEnd trouble={trouble} busy={busy}>
          {say(known ? usual.save : words.addUser)}
        </FormEnd>
      </Stack>
    </form>
  )
}

function Actions({ of: user, onEdit }: { readonly of: Account; readonly onEdit: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const attempt = useAttempt()
  const refresh = useRefresh()
  const [asking, setAsking] = useState(false)
  const params = { id: user.id }
  return (
    <Group justify='flex-end'>
      <RowMenu name={user.username}>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          {say(usual.edit)}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLockOpen size={16} aria-hidden />}
          onClick={() => void attempt(() => client.adminUnlockUser({ params }), { done: say(words.unlocked) })}
        >
          {say(words.unlock)}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void attempt(() => client.adminLogoutUser({ params }), { done: say(words.signedOut) })}
        >
          {say(words.signOut)}
        </Menu.Item>
        <Menu.Item
          color='var(--mantine-color-error)'
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {say(words.delete)}
        </Menu.Item>
      </RowMenu>
      <ConfirmDialog
        opened={asking}
        title={say(words.removeTitle)(user.username)}
        text={say(words.removeUser)}
        typed={user.username}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          void attempt(
            async () => {
              await client.adminDeleteUser({ params })
              await refresh()
            },
            { done: say(words.removed) },
          )
        }
      />
    </Group>
  )
}

function Who({ of: user }: { readonly of: Account }) {
  const say = useText()
  return (
    <>
      <Group gap={6}>
        <Text size='sm' fw={600} component='span'>
          {user.username}
        </Text>
        {user.administrator && (
          <Badge size='xs' variant='light'>
            {say(words.administrator)}
          </Badge>
        )}
      </Group>
      <Text size='xs' c='dimmed'>
        {user.name} · {user.email}
      </Text>
    </>
  )
}

function Status({ of: status }: { readonly of: Account['status'] }) {
  return useText()(statuses[status])
}

const columnsWith = (onEdit: (user: Account) => void): readonly Column<Account>[] => [
  { name: 'username', heading: usual.user, width: '46%', card: 'head', cell: (user) => <Who of={user} /> },
  { name: 'status', heading: words.status, cell: ({ status }) => <Status of={status} /> },
  { name: 'last_login', heading: words.lastLogin, cell: ({ last_login }) => <Moment time={last_login} /> },
  {
    name: 'actions',
    heading: usual.actions,
    width: '4.5rem',
    card: 'beside',
    cell: (user) => <Actions of={user} onEdit={() => onEdit(user)} />,
  },
]

export function AdminUsers() {
  const say = useText()
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const [edited, setEdited] = useState<Account | 'new'>()
  const { data, error, refetch } = useUsers(text, page)
  const close = () => setEdited(undefined)
  return (
    <>
      <Group justify='space-between'>
        <SearchBox
          label={say(words.searchUsers)}
          text={text}
          onChange={(next) => {
            setText(next)
            setPage(1)
          }}
        />
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
          {say(words.addUser)}
        </Button>
      </Group>
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && (
        <>
          <DataTable
            label={say(words.users)}
            rows={data.users}
            columns={columnsWith(setEdited)}
            keyOf={({ id }) => id}
            nameOf={({ username }) => username}
          />
          <Pager page={page} perPage={perPage} total={data.total} onPage={setPage} />
        </>
      )}
      <SidePanel
        opened={edited !== undefined}
        title={say(edited === 'new' ? words.addUser : words.editUser)}
        onClose={close}
      >
        {edited !== undefined && <UserForm of={edited === 'new' ? undefined : edited} onDone={close} />}
      </SidePanel>
    </>
  )
}
