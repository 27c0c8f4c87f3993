import { Stack, Text } from '@mantine/core'
import type { Connector } from '@sshore/contract'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { CopyLine } from '../../parts/copy-line.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { Actions, Enabled, Engine, State } from './connector-cells.tsx'
import { ConnectorForm } from './connector-form.tsx'
import { nameOf, useConnectors } from './connectors.ts'
import { words } from './words.ts'

const listening =
  'dockerd --tlsverify --tlscacert=ca.pem --tlscert=server-cert.pem --tlskey=server-key.pem -H unix:// -H tcp://0.0.0.0:2376'

/** What an engine needs to be reached. */
function How() {
  const say = useText()
  return (
    <Stack gap='xs' maw={620}>
      <Text size='sm' c='dimmed' ta='center'>
        {say(words.howText)}
      </Text>
      <CopyLine text={listening} name={say(words.howName)} />
    </Stack>
  )
}

const columnsWith = (onEdit: (connector: Connector) => void): readonly Column<Connector>[] => [
  {
    name: 'address',
    heading: words.engine,
    width: '38%',
    card: 'head',
    cell: (connector) => <Engine of={connector} />,
  },
  { name: 'state', heading: words.state, card: 'line', cell: (connector) => <State of={connector} /> },
  { name: 'enable', heading: words.enabled, width: '8rem', cell: (connector) => <Enabled of={connector} /> },
  {
    name: 'actions',
    heading: usual.actions,
    width: '4.5rem',
    card: 'beside',
    cell: (connector) => <Actions of={connector} onEdit={() => onEdit(connector)} />,
  },
]

export function ConnectorsPage() {
  const say = useText()
  const refusal = useRefusal('connector:create')
  const [edited, setEdited] = useState<Connector | 'new'>()
  const { data, error, refetch } = useConnectors()
  const close = () => setEdited(undefined)
  return (
    <Stack gap='md'>
      <PageHead
        title={say(words.title)}
        text={say(words.text)}
        action={
          <GuardedButton
            refusal={refusal}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {say(words.add)}
          </GuardedButton>
        }
      />
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data?.length === 0 && (
        <EmptyState Icon={IconPlugConnected} title={say(words.none)} text={say(words.noneText)} action={<How />} />
      )}
      {data && data.length > 0 && (
        <DataTable
          label={say(words.title)}
          rows={data}
          columns={columnsWith(setEdited)}
          keyOf={({ uid }) => uid}
          nameOf={nameOf}
        />
      )}
      <SidePanel opened={edited !== undefined} title={say(edited === 'new' ? words.add : words.edit)} onClose={close}>
        {edited !== undefined && <ConnectorForm of={edited === 'new' ? undefined : edited} onDone={close} />}
      </SidePanel>
    </Stack>
  )
}
