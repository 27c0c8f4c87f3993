import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type BodyOf, contract, type DeviceUid, limits, type Tunnel } from '@sshore/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useFailureText, useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyLine } from '../../parts/copy-line.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { SidePanel } from '../../parts/side-panel.tsx'

const words = {
  title: phrase('Tunnels', 'Túneis'),
  none: phrase(
    'None yet. A tunnel is a public address that leads to a web server which this device reaches.',
    'Nenhum ainda. Um túnel é um endereço público que leva a um servidor web que este dispositivo alcança.',
  ),
  open: phrase('Open a tunnel', 'Abrir um túnel'),
  host: phrase('Host', 'Host'),
  hostText: phrase(
    'As the device knows it; 127.0.0.1 is the device itself.',
    'Como o dispositivo o conhece; 127.0.0.1 é ele mesmo.',
  ),
  hostRule: phrase('A name or an IP address.', 'Um nome ou um endereço IP.'),
  port: phrase('Port', 'Porta'),
  portRule: phrase('1 to 65535.', '1 a 65535.'),
  ttl: phrase('Closes when nobody has used it for', 'Fecha quando ninguém o usar por'),
  never: phrase('never', 'nunca'),
  hour: phrase('an hour', 'uma hora'),
  day: phrase('a day', 'um dia'),
  week: phrase('a week', 'uma semana'),
  members: phrase(
    'Only for members of this namespace, who sign in',
    'Só para membros deste namespace, que entram na conta',
  ),
  membersOnly: phrase('members only', 'só membros'),
  everybody: phrase('for everybody who knows the address', 'para quem souber o endereço'),
  leadsTo: phrase('leads to', 'leva a'),
  closes: phrase('closes', 'fecha'),
  address: phrase('address of the tunnel', 'endereço do túnel'),
  closeOne: phrase('Close', 'Fechar'),
  closeTitle: phrase('Close this tunnel?', 'Fechar este túnel?'),
  closeText: phrase(
    'All connections through it end, and its address never comes back.',
    'Todas as conexões por ele terminam, e o endereço nunca volta.',
  ),
  closed: phrase('Tunnel closed.', 'Túnel fechado.'),
}

interface Values {
  readonly host: string
  readonly port: string
  readonly ttl: string
  readonly members_only: boolean
}
type NewTunnel = BodyOf<typeof contract.createTunnel>

function OpenTunnel({ device, onDone }: { readonly device: DeviceUid; readonly onDone: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const { form, field, values, change, busy, trouble } = useForm<Values, NewTunnel>({
    initial: { host: '127.0.0.1', port: '', ttl: String(limits.tunnels.unlimited), members_only: true },
    schema: contract.createTunnel.body,
    bodyOf: ({ host, port, ttl, members_only }) => ({
      host: host.trim(),
      port: Number(port.trim() || Number.NaN),
      ttl: Number(ttl),
      members_only,
    }),
    rules: { host: words.hostRule, port: words.portRule },
    async send(body) {
      await client.createTunnel({ params: { uid: device }, body })
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label={say(words.host)}
          description={say(words.hostText)}
          spellCheck={false}
          autoComplete='off'
          {...field('host')}
        />
        <TextInput
          label={say(words.port)}
          description={say(words.portRule)}
          inputMode='numeric'
          placeholder='8080'
          autoComplete='off'
          data-autofocus
          {...field('port')}
        />
        <NativeSelect
          label={say(words.ttl)}
          value={values.ttl}
          data={[
            { value: String(limits.tunnels.unlimited), label: say(words.never) },
            { value: '3600', label: say(words.hour) },
            { value: '86400', label: say(words.day) },
            { value: '604800', label: say(words.week) },
          ]}
          onChange={(event) => change({ ttl: event.currentTarget.value })}
        />
        <Checkbox
          label={say(words.members)}
          checked={values.members_only}
          onChange={(event) => change({ members_only: event.currentTarget.checked })}
        />
        <FormEnd trouble={trouble} busy={busy}>
          {say(words.open)}
        </FormEnd>
      </Stack>
    </form>
  )
}

function Row({ tunnel, onClosed }: { readonly tunnel: Tunnel; readonly onClosed: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const attempt = useAttempt()
  const refusal = useRefusal('tunnel:remove')
  const [asking, setAsking] = useState(false)
  const { address, device, url, host, port, ttl, members_only, expires_in } = tunnel
  return (
    <li>
      <Stack gap={4} className='grow'>
        <CopyLine text={url} name={say(words.address)} oneLine />
        <Text size='xs' c='dimmed' component='div'>
          {say(words.leadsTo)} <span className='code'>{`${host}:${port}`}</span> ·{' '}
          {say(members_only ? words.membersOnly : words.everybody)}
          {ttl !== limits.tunnels.unlimited && (
            <>
              {' '}
              · {say(words.closes)} <Moment time={expires_in} />
            </>
          )}
        </Text>
      </Stack>
      <GuardedButton size='xs' variant='default' refusal={refusal} onClick={() => setAsking(true)}>
        {say(words.closeOne)}
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        title={say(words.closeTitle)}
        text={say(words.closeText)}
        action={say(words.closeOne)}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          void attempt(
            async () => {
              await client.deleteTunnel({ params: { uid: device, address } })
              onClosed()
            },
            { done: say(words.closed) },
          )
        }
      />
    </li>
  )
}

/** Public addresses that lead to ports which a device reaches. */
export function TunnelsOf({ device }: { readonly device: DeviceUid }) {
  const say = useText()
  const failureText = useFailureText()
  const { client } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  const refusal = useRefusal('tunnel:create')
  const [opening, setOpening] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['tunnels', tenant, device],
    queryFn: async () => (await client.listTunnels({ params: { uid: device }, query: { per_page: 100 } })).body,
  })
  const refresh = () => void queries.invalidateQueries({ queryKey: ['tunnels', tenant, device] })
  return (
    <Panel
      title={say(words.title)}
      action={
        data && (
          <GuardedButton
            size='xs'
            variant='default'
            refusal={refusal}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setOpening(true)}
          >
            {say(words.open)}
          </GuardedButton>
        )
      }
    >
      {error && (
        <Text size='sm' c='dimmed'>
          {failureText(error)}
        </Text>
      )}
      {data?.length === 0 && (
        <Text size='sm' c='dimmed'>
          {say(words.none)}
        </Text>
      )}
      {data && data.length > 0 && (
        <ul className='lines'>
          {data.map((tunnel) => (
            <Row key={tunnel.address} tunnel={tunnel} onClosed={refresh} />
          ))}
        </ul>
      )}
      <SidePanel opened={opening} title={say(words.open)} onClose={() => setOpening(false)}>
        <OpenTunnel
          device={device}
          onDone={() => {
            setOpening(false)
            refresh()
          }}
        />
        <Group mt='sm'>
          <Button variant='subtle' size='xs' onClick={() => setOpening(false)}>
            {say(usual.cancel)}
          </Button>
        </Group>
      </SidePanel>
    </Panel>
  )
}
