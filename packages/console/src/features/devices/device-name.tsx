import { ActionIcon, Group, Pill, Text, TextInput, Tooltip } from '@mantine/core'
import { type Device, limits } from '@sshore/contract'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { focusOnArrival } from '../../parts/focus.ts'
import { useRefusal } from '../../parts/permission.ts'
import { messageOf } from '../../parts/trouble.tsx'
import { useDeviceChanges } from './device-changes.ts'

const { min, max, pattern } = limits.deviceName
const fits = (name: string): boolean => name.length >= min && name.length <= max && new RegExp(pattern).test(name)

function RenameField({ device, onEnd }: { readonly device: Device; readonly onEnd: () => void }) {
  const { rename } = useDeviceChanges()
  const [name, setName] = useState(device.name)
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    if (name === device.name) return onEnd()
    if (!fits(name)) return setTrouble(`${min} to ${max} letters, digits, hyphens and underscores.`)
    setBusy(true)
    try {
      await rename(device, name)
      onEnd()
    } catch (error) {
      setTrouble(messageOf(error))
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
      aria-label={`New name of ${device.name}`}
      description='Enter saves, Esc leaves it as it was'
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

/** The name, which can be changed where it stands, and the tags. */
export function DeviceName({ device }: { readonly device: Device }) {
  const [renaming, setRenaming] = useState(false)
  const refusal = useRefusal('device:update')
  if (renaming) return <RenameField device={device} onEnd={() => setRenaming(false)} />
  return (
    <div>
      <Group gap={4} wrap='nowrap' className='device-name'>
        <Text fw={600} size='sm' truncate title={device.name}>
          {device.name}
        </Text>
        <Tooltip label={refusal ?? 'Rename'} events={{ hover: true, focus: true, touch: true }}>
          <ActionIcon
            className='on-row-hover'
            variant='subtle'
            color='gray'
            size='sm'
            aria-label={`Rename ${device.name}`}
            {...(refusal === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true })}
            onClick={() => {
              if (refusal === undefined) setRenaming(true)
            }}
          >
            <IconPencil size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      {device.tags.length > 0 && (
        <Group gap={4} mt={4}>
          {device.tags.map((tag) => (
            <Pill key={tag} size='xs'>
              {tag}
            </Pill>
          ))}
        </Group>
      )}
    </div>
  )
}
