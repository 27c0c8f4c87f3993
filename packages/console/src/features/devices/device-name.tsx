import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core'
import { ApiError } from '@sshore/client'
import { type Device, limits } from '@sshore/contract'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { useFailureText, useText } from '../../language/use-text.ts'
import { Link, PlainLink } from '../../navigation.tsx'
import { focusOnArrival } from '../../parts/focus.ts'
import { Hint } from '../../parts/hint.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { useDeviceChanges } from './device-changes.ts'
import { nameInUse, troubleOf } from './device-trouble.ts'
import { TagList } from './tag-list.tsx'
import { words } from './words.ts'

const { min, max, pattern } = limits.deviceName
const fits = (name: string): boolean => name.length >= min && name.length <= max && new RegExp(pattern).test(name)

const field = {
  label: phrase(
    (name: string) => `New name of ${name}`,
    (name) => `Novo nome de ${name}`,
  ),
  keys: phrase('Enter saves, Esc leaves it as it was', 'Enter salva, Esc deixa como estava'),
}

function RenameField({ device, onEnd }: { readonly device: Device; readonly onEnd: () => void }) {
  const say = useText()
  const failureText = useFailureText()
  const { data: info } = useInfo()
  const { rename } = useDeviceChanges()
  const [name, setName] = useState(device.name)
  const [trouble, setTrouble] = useState<ReactNode>()
  const [busy, setBusy] = useState(false)

  function refusalOf(error: unknown): ReactNode {
    const isTaken = error instanceof ApiError && error.code === 'device_name_taken'
    const known = isTaken
      ? nameInUse(name, device)
      : troubleOf(error, device, info?.features.includes('billing') === true)
    if (!known?.next) return known ? say(known.text) : failureText(error)
    return (
      <>
        {say(known.text)}{' '}
        <Link to={known.next.to} search={known.next.search} size='xs'>
          {say(known.next.label)}
        </Link>
      </>
    )
  }

  async function save(): Promise<void> {
    if (name === device.name) return onEnd()
    if (!fits(name)) return setTrouble(say(words.nameRule))
    setBusy(true)
    try {
      await rename(device, name)
      onEnd()
    } catch (error) {
      setTrouble(refusalOf(error))
      setBusy(false)
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') void save()
    if (event.key === 'Escape') onEnd()
  }

  return (
    <TextInput
      size='xs'
      aria-label={say(field.label)(device.name)}
      description={say(field.keys)}
      inputWrapperOrder={['input', 'error', 'description']}
      value={name}
      error={trouble}
      readOnly={busy}
      ref={focusOnArrival}
      spellCheck={false}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        setName(event.currentTarget.value)
        setTrouble(undefined)
      }}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (!busy && trouble === undefined) onEnd()
      }}
    />
  )
}

/** The name, which leads to the details and can be changed where it stands, and the tags. */
export function DeviceName({ device }: { readonly device: Device }) {
  const say = useText()
  const [renaming, setRenaming] = useState(false)
  const refusal = useRefusal('device:update')
  const pencil = {
    className: 'on-row-hover',
    variant: 'subtle',
    color: 'gray',
    size: 'sm',
    'aria-label': say(words.renameOne)(device.name),
  }
  if (renaming) return <RenameField device={device} onEnd={() => setRenaming(false)} />
  return (
    <div>
      <Group gap={4} wrap='nowrap' className='device-name'>
        <PlainLink className='row-link' to='/devices/$uid' params={{ uid: device.uid }} title={device.name}>
          {device.name}
        </PlainLink>
        {refusal === undefined ? (
          <Hint label={say(words.rename)}>
            <ActionIcon {...pencil} onClick={() => setRenaming(true)}>
              <IconPencil size={14} aria-hidden />
            </ActionIcon>
          </Hint>
        ) : (
          <Tooltip label={refusal} events={{ hover: true, focus: true, touch: true }}>
            <ActionIcon {...pencil} data-disabled aria-disabled>
              <IconPencil size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      <TagList tags={device.tags} />
    </div>
  )
}
