import { Group, Stack, TextInput } from '@mantine/core'
import { type BodyOf, contract, type Device } from '@sshore/contract'
import { useConsole } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { SaveButton } from '../../forms/save-button.tsx'
import { useForm } from '../../forms/use-form.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { CopyLine } from '../../parts/copy-line.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { DeviceState } from '../devices/device-state.tsx'
import { DeviceSystem } from '../devices/device-system.tsx'
import { words as deviceWords } from '../devices/words.ts'
import { useAdministered, useRefresh } from './administration.ts'
import { OfNamespace } from './namespaces/of-namespace.tsx'
import { admin } from './words.ts'

const words = {
  address: phrase('Last address', 'Último endereço'),
  presence: phrase('Presence', 'Presença'),
  id: phrase('Device ID', 'ID do dispositivo'),
  notLoaded: phrase('The device could not be loaded', 'Não foi possível carregar o dispositivo'),
}

function NameForm({ device: { uid, name } }: { readonly device: Device }) {
  const say = useText()
  const { client, notices } = useConsole()
  const refresh = useRefresh()
  const { form, field, busy, changed, trouble } = useForm({
    initial: { name },
    schema: contract.adminRenameDevice.body,
    bodyOf: (values): BodyOf<typeof contract.adminRenameDevice> => values,
    rules: { name: deviceWords.nameRule },
    async send(body) {
      await client.adminRenameDevice({ params: { uid }, body })
      await refresh()
      notices.add({ tone: 'done', text: say(usual.saved) })
    },
  })
  return (
    <form {...form}>
      <Stack gap='sm'>
        <TextInput label={say(usual.name)} autoComplete='off' spellCheck={false} {...field('name')} />
        <FormTrouble text={trouble} />
        <Group justify='flex-end'>
          <SaveButton busy={busy} changed={changed} />
        </Group>
      </Stack>
    </form>
  )
}

function About({ device }: { readonly device: Device }) {
  const say = useText()
  const { tenant_id, namespace, identity, remote_addr, created_at, tags, uid } = device
  return (
    <Stack>
      <NameForm key={device.name} device={device} />
      <Facts
        facts={[
          { label: admin.namespace, value: <OfNamespace tenant={tenant_id} name={namespace} /> },
          { label: words.presence, value: <DeviceState device={device} /> },
          { label: deviceWords.system, value: <DeviceSystem device={device} /> },
          { label: deviceWords.mac, value: identity.mac, code: true },
          { label: words.address, value: remote_addr, code: true },
          { label: usual.tags, value: tags.join(', ') },
          { label: usual.created, value: <Moment time={created_at} /> },
        ]}
      />
      <CopyLine text={uid} name={say(words.id)} />
    </Stack>
  )
}

export interface DevicePanelProps {
  /** Undefined: closed. */
  readonly uid: string | undefined
  readonly onClose: () => void
}

/** What there is to know of one device, beside the list of all; and its name, to be changed. */
export function DevicePanel({ uid, onClose }: DevicePanelProps) {
  const say = useText()
  const { client } = useConsole()
  const { data, error, refetch } = useAdministered('device', uid, async () =>
    uid === undefined ? null : (await client.adminGetDevice({ params: { uid: uid as Device['uid'] } })).body,
  )
  const shown = data?.uid === uid ? data : undefined
  return (
    <SidePanel opened={uid !== undefined} title={shown?.name ?? say(usual.device)} onClose={onClose}>
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {!shown && !error && <SkeletonRows />}
      {shown && <About device={shown} />}
    </SidePanel>
  )
}
