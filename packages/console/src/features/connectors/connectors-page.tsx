import { Badge, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { type BodyOf, type Connector, contract } from '@sshore/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { type Phrase, phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { usePollInterval } from '../../live/poll.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { EditOrRemove } from '../../parts/edit-or-remove.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'

const words = {
  title: phrase('Connectors', 'Conectores'),
  text: phrase(
    'Container engines that this server connects to. Their containers are reached like devices.',
    'Motores de contêineres a que este servidor se conecta. Os contêineres deles são alcançados como dispositivos.',
  ),
  add: phrase('Add connector', 'Adicionar conector'),
  edit: phrase('Edit connector', 'Editar conector'),
  none: phrase('No connectors yet', 'Nenhum conector ainda'),
  noneText: phrase(
    'Name a Docker or Podman engine whose API can be reached from this server, and its containers appear under Containers.',
    'Indique um motor Docker ou Podman cuja API este servidor alcance, e os contêineres aparecem em Contêineres.',
  ),
  address: phrase('Address', 'Endereço'),
  addressRule: phrase('A host name or an IP address.', 'Um nome ou um endereço IP.'),
  port: phrase('Port', 'Porta'),
  portText: phrase('0 is the usual one: 2376 with TLS, 2375 without.', '0 é a usual: 2376 com TLS, 2375 sem.'),
  secure: phrase('By TLS with a client certificate', 'Por TLS com certificado de cliente'),
  secureText: phrase(
    'Without it, anybody on the way rules the engine: for networks of your own alone.',
    'Sem isso, qualquer um no caminho manda no motor: só para redes suas.',
  ),
  ca: phrase('Certificate authority (PEM)', 'Autoridade de certificação (PEM)'),
  cert: phrase('Client certificate (PEM)', 'Certificado de cliente (PEM)'),
  key: phrase('Private key (PEM)', 'Chave privada (PEM)'),
  keyText: phrase(
    'Kept sealed and never shown again. Empty leaves it as it is.',
    'Guardada criptografada e nunca mais mostrada. Vazia, fica como está.',
  ),
  enabled: phrase('Switched on', 'Ativado'),
  state: phrase('State', 'Estado'),
  removeTitle: phrase(
    (name: string) => `Remove ${name}?`,
    (name) => `Remover ${name}?`,
  ),
  removeText: phrase(
    'Its containers go offline and stay listed.',
    'Os contêineres dele ficam desconectados e continuam listados.',
  ),
  removed: phrase('Connector removed.', 'Conector removido.'),
  notLoaded: phrase('The connectors could not be loaded', 'Não foi possível carregar os conectores'),
}

const states: Readonly<Record<Connector['status']['state'], Phrase>> = {
  off: phrase('off', 'desativado'),
  connecting: phrase('connecting', 'conectando'),
  connected: phrase('connected', 'conectado'),
  failed: phrase('failed', 'falhou'),
}
const nameOf = ({ address, port }: Connector): string => (port === 0 ? address : `${address}:${port}`)

type Body = BodyOf<typeof contract.createConnector>
interface Values {
  readonly address: string
  readonly port: string
  readonly secure: boolean
  readonly ca: string
  readonly cert: string
  readonly key: string
}

function useRefresh(): () => Promise<void> {
  const { tenant } = useUser()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['connectors', tenant] })
}

function ConnectorForm({ of: known, onDone }: { readonly of: Connector | undefined; readonly onDone: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const refresh = useRefresh()
  const { form, field, values, change, busy, trouble } = useForm<Values, Body>({
    initial: {
      address: known?.address ?? '',
      port: String(known?.port ?? 0),
      secure: known?.secure ?? true,
      ca: known?.tls.ca ?? '',
      cert: known?.tls.cert ?? '',
      key: '',
    },
    schema: contract.createConnector.body,
    bodyOf: ({ address, port, secure, ca, cert, key }) => ({
      enable: known?.enable ?? true,
      secure,
      address: address.trim(),
      port: Number(port.trim() || 0),
      ...(secure ? { tls: { ca, cert, key } } : {}),
    }),
    rules: { address: words.addressRule, port: words.portText },
    async send(body) {
      await (known ? client.updateConnector({ params: { uid: known.uid }, body }) : client.createConnector({ body }))
      await refresh()
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label={say(words.address)}
          placeholder='engine.example.com'
          spellCheck={false}
          autoComplete='off'
          data-autofocus
          {...field('address')}
        />
        <TextInput label={say(words.port)} description={say(words.portText)} inputMode='numeric' {...field('port')} />
        <Switch
          label={say(words.secure)}
          description={say(words.secureText)}
          checked={values.secure}
          onChange={(event) => change({ secure: event.currentTarget.checked })}
        />
        {values.secure &&
          (['ca', 'cert', 'key'] as const).map((name) => (
            <Textarea
              key={name}
              label={say(words[name])}
              {...(name === 'key' ? { description: say(words.keyText) } : {})}
              autosize
              minRows={2}
              maxRows={5}
              spellCheck={false}
              className='code-input'
              {...field(name)}
            />
          ))}
        <FormEnd trouble={trouble} busy={busy}>
          {say(known ? usual.save : words.add)}
        </FormEnd>
      </Stack>
    </form>
  )
}

function State({ of: { status } }: { readonly of: Connector }) {
  const say = useText()
  const colour = { off: 'gray', connecting: 'orange', connected: 'sea', failed: 'red' } as const
  return (
    <div>
      <Badge variant='light' color={colour[status.state]}>
        {say(states[status.state])}
      </Badge>
      {status.message !== '' && (
        <Text size='xs' c='dimmed' mt={4}>
          {status.message}
        </Text>
      )}
    </div>
  )
}

function Enabled({ of: { uid, enable, ...rest } }: { readonly of: Connector }) {
  const say = useText()
  const { client } = useConsole()
  const attempt = useAttempt()
  const refresh = useRefresh()
  const refusal = useRefusal('connector:update')
  return (
    <Switch
      size='sm'
      aria-label={`${say(words.enabled)}: ${rest.address}`}
      checked={enable}
      disabled={refusal !== undefined}
      onChange={(event) => {
        const on = event.currentTarget.checked
        void attempt(async () => {
          await client.updateConnector({ params: { uid }, body: { enable: on } })
          await refresh()
        })
      }}
    />
  )
}

function Actions({ of: connector, onEdit }: { readonly of: Connector; readonly onEdit: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const refresh = useRefresh()
  return (
    <Group justify='flex-end'>
      <EditOrRemove
        name={nameOf(connector)}
        mayEdit='connector:update'
        mayRemove='connector:remove'
        onEdit={onEdit}
        remove={async () => {
          await client.deleteConnector({ params: { uid: connector.uid } })
          await refresh()
        }}
        title={say(words.removeTitle)(nameOf(connector))}
        text={say(words.removeText)}
        removed={say(words.removed)}
      />
    </Group>
  )
}

const columnsWith = (onEdit: (connector: Connector) => void): readonly Column<Connector>[] => [
  {
    name: 'address',
    heading: words.address,
    width: '34%',
    card: 'head',
    cell: (connector) => (
      <Text size='sm' fw={600} className='code'>
        {nameOf(connector)}
      </Text>
    ),
  },
  { name: 'state', heading: words.state, cell: (connector) => <State of={connector} /> },
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
  const { client } = useConsole()
  const { tenant } = useUser()
  const refetchInterval = usePollInterval()
  const refusal = useRefusal('connector:create')
  const [edited, setEdited] = useState<Connector | 'new'>()
  const { data, error, refetch } = useQuery({
    queryKey: ['connectors', tenant],
    queryFn: async () => (await client.listConnectors({ query: { per_page: 100 } })).body,
    refetchInterval,
  })
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
      {data?.length === 0 && <EmptyState Icon={IconPlugConnected} title={say(words.none)} text={say(words.noneText)} />}
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
