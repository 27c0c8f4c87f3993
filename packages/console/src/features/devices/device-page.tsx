import { Group, Stack, Text, Title } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { Link } from '../../navigation.tsx'
import { type Fact, Facts } from '../../parts/facts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { Panel } from '../../parts/panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useUid } from '../../router/use-uid.ts'
import { SessionsOf } from '../sessions/sessions-of.tsx'
import { Connecting } from './connecting.tsx'
import { DeviceActions } from './device-actions.tsx'
import { useDevice } from './device-list.ts'
import { DeviceName } from './device-name.tsx'
import { DeviceState } from './device-state.tsx'
import { DeviceTags } from './device-tags.tsx'
import { Place } from './place.tsx'
import { words } from './words.ts'

const page = {
  back: phrase('All devices', 'Todos os dispositivos'),
  identity: phrase('Identity', 'Identidade'),
  uid: phrase('UID', 'UID'),
  agent: phrase('Agent', 'Agente'),
  architecture: phrase('Architecture', 'Arquitetura'),
  address: phrase('Comes from', 'Vem de'),
  registered: phrase('Registered', 'Registrado'),
  seen: phrase('Last seen', 'Visto'),
  position: phrase('Position', 'Localização'),
  sessions: phrase('Recent sessions', 'Sessões recentes'),
  notFound: phrase('The device could not be loaded', 'Não foi possível carregar o dispositivo'),
}

function factsOf(device: Device): readonly Fact[] {
  const { info, identity } = device
  return [
    { label: words.system, value: info.pretty_name || info.id },
    { label: page.architecture, value: [info.arch, info.platform].filter((word) => word !== '').join(' · ') },
    { label: page.agent, value: info.version },
    { label: words.mac, value: identity.mac, code: true },
    { label: page.address, value: device.remote_addr, code: true },
    { label: page.registered, value: <Moment time={device.created_at} /> },
    { label: page.seen, value: <Moment time={device.last_seen} /> },
    { label: page.uid, value: device.uid, code: true },
  ]
}

const TunnelsOf = lazy(async () => ({ default: (await import('../tunnels/tunnels-of.tsx')).TunnelsOf }))

function Details({ device }: { readonly device: Device }) {
  const say = useText()
  const navigate = useNavigate()
  usePageTitle(device.name)
  const { data: info } = useInfo()
  return (
    <Stack gap='lg'>
      <Stack gap={6}>
        <Link to='/devices' size='sm'>
          {say(page.back)}
        </Link>
        <Group justify='space-between' align='flex-start'>
          <div className='device-head grow'>
            <Title order={1} className='unseen'>
              {device.name}
            </Title>
            <DeviceName device={{ ...device, tags: [] }} />
            <DeviceState device={device} />
          </div>
          <DeviceActions device={device} alone onRemoved={() => void navigate({ to: '/devices', search: {} })} />
        </Group>
      </Stack>
      <div className='columns'>
        <Stack gap='lg'>
          {device.status === 'accepted' && (
            <Panel title={say(words.connect)}>
              <Connecting device={device} />
            </Panel>
          )}
          <Panel title={say(usual.tags)}>
            <DeviceTags key={device.uid} device={device} />
          </Panel>
          <Panel title={say(page.sessions)}>
            <SessionsOf device={device.uid} />
          </Panel>
        </Stack>
        <Stack gap='lg'>
          <Panel title={say(page.identity)}>
            <Facts facts={factsOf(device)} />
          </Panel>
          <Panel title={say(page.position)}>
            <Place position={device.position} address={device.remote_addr} />
          </Panel>
        </Stack>
      </div>
      {device.status === 'accepted' && info?.features.includes('tunnels') && (
        <Suspense>
          <TunnelsOf device={device.uid} />
        </Suspense>
      )}
    </Stack>
  )
}

/** All that is known of one device or container. */
export function DevicePage() {
  const say = useText()
  const uid = useUid()
  const { data, error, refetch } = useDevice(uid)
  if (data) return <Details device={data} />
  if (!error) return <SkeletonRows />
  return (
    <Stack>
      <Trouble title={say(page.notFound)} error={error} onRetry={() => void refetch()} />
      <Text size='sm'>
        <Link to='/devices'>{say(page.back)}</Link>
      </Text>
    </Stack>
  )
}
