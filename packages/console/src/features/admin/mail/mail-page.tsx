import { Alert, Badge, Button, Group, Text } from '@mantine/core'
import type { Mail } from '@sshore/contract'
import { IconMail } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import type { Column } from '../../../parts/data-table.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { FilterSelect } from '../../../parts/filter-select.tsx'
import { type Listed, listedIn } from '../../../parts/listed.ts'
import { Listing } from '../../../parts/listing.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { SidePanel } from '../../../parts/side-panel.tsx'
import { oneOfIn, pageIn, type Search } from '../../../router/search-text.ts'
import { useTableState } from '../../../router/table-state.ts'
import { AdminPage } from '../admin-page.tsx'
import { adminPerPage, useAdminChange, useAdministered } from '../administration.ts'
import { admin } from '../words.ts'
import { MailText } from './mail-text.tsx'
import { TryMail } from './try-mail.tsx'
import { kindName, words } from './words.ts'

const statuses = ['waiting', 'sent', 'failed', 'expired'] as const satisfies readonly Mail['status'][]
const colours = { waiting: 'orange', sent: 'sea', failed: 'red', expired: 'gray' } as const

const mailSearch = (search: Search) => ({
  status: oneOfIn(search, 'status', statuses),
  page: pageIn(search),
  panel: oneOfIn(search, 'panel', ['try']),
})

interface Outbox extends Listed<Mail> {
  readonly hasServer: boolean
}

function useOutbox({ status, page = 1 }: ReturnType<typeof mailSearch>) {
  const { client } = useConsole()
  const query = { page, per_page: adminPerPage, ...(status === undefined ? {} : { status }) }
  const ask = async (): Promise<Outbox> => {
    const answer = await client.listMails({ query })
    return { ...listedIn(answer), hasServer: answer.headers['X-Mail-Server'] !== 'none' }
  }
  // That somebody has seen what is in mails is written down each time: it is asked only when somebody looks.
  return useAdministered('mails', query, ask, false)
}

function What({ mail: { recipient, kind } }: { readonly mail: Mail }) {
  const say = useText()
  return (
    <>
      <Text size='sm' fw={600} truncate title={recipient}>
        {recipient}
      </Text>
      <Text size='xs' c='dimmed'>
        {say(kindName(kind))}
      </Text>
    </>
  )
}

function Status({ mail: { status } }: { readonly mail: Mail }) {
  const say = useText()
  return (
    <Badge variant='light' color={colours[status]}>
      {say(words[status])}
    </Badge>
  )
}

function Buttons({ mail, onOpen }: { readonly mail: Mail; readonly onOpen: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const change = useAdminChange()
  const { id, recipient, status } = mail
  return (
    <Group gap={6} justify='flex-end' wrap='nowrap'>
      {(status === 'waiting' || status === 'failed') && (
        <Button
          size='xs'
          variant='default'
          aria-label={say(words.againOne)(recipient)}
          onClick={() => void change(() => client.sendMailAgain({ params: { id } }), say(words.tried))}
        >
          {say(words.again)}
        </Button>
      )}
      <Button size='xs' variant='default' aria-label={say(words.openOne)(recipient)} onClick={onOpen}>
        {say(words.open)}
      </Button>
    </Group>
  )
}

const columnsWith = (onOpen: (mail: Mail) => void): readonly Column<Mail>[] => [
  { name: 'recipient', heading: words.to, width: '33%', card: 'head', cell: (mail) => <What mail={mail} /> },
  { name: 'status', heading: admin.state, width: '8rem', cell: (mail) => <Status mail={mail} /> },
  {
    name: 'created_at',
    heading: words.written,
    width: '10rem',
    cell: ({ created_at }) => <Moment time={created_at} />,
  },
  {
    name: 'problem',
    heading: words.problem,
    cell: ({ problem }) => (
      <Text size='sm' component='span' lineClamp={2} title={problem}>
        {problem || '–'}
      </Text>
    ),
  },
  {
    name: 'actions',
    heading: usual.actions,
    width: '14rem',
    card: 'line',
    cell: (mail) => <Buttons mail={mail} onOpen={() => onOpen(mail)} />,
  },
]

export function MailPage() {
  const say = useText()
  const { state, change, set, goToPage } = useTableState(mailSearch)
  const [opened, setOpened] = useState<Mail>()
  const columns = useMemo(() => columnsWith(setOpened), [])
  const outbox = useOutbox(state)
  const close = () => {
    setOpened(undefined)
    set({ panel: undefined })
  }
  return (
    <AdminPage
      title={say(words.title)}
      text={say(words.text)}
      action={
        <Button variant='default' onClick={() => set({ panel: 'try' })}>
          {say(words.trial)}
        </Button>
      }
    >
      {outbox.data?.hasServer === false && (
        <Alert color='orange' variant='light' title={say(words.noServer)}>
          {say(words.noServerText)}
        </Alert>
      )}
      <div className='filters'>
        <FilterSelect
          label={say(admin.state)}
          any={say(admin.anyState)}
          choices={statuses.map((value) => ({ value, label: say(words[value]) }))}
          value={state.status}
          onChange={(status) => change({ status })}
        />
      </div>
      <Listing
        of={outbox}
        label={say(words.title)}
        notLoaded={say(words.notLoaded)}
        empty={<EmptyState Icon={IconMail} title={say(words.none)} text={say(words.noneText)} />}
        columns={columns}
        keyOf={({ id }) => String(id)}
        nameOf={({ recipient }) => recipient}
        page={state.page}
        perPage={adminPerPage}
        onPage={goToPage}
      />
      <SidePanel
        opened={opened !== undefined || state.panel === 'try'}
        title={opened ? say(kindName(opened.kind)) : say(words.trial)}
        onClose={close}
      >
        {opened ? <MailText mail={opened} /> : <TryMail onDone={close} />}
      </SidePanel>
    </AdminPage>
  )
}
