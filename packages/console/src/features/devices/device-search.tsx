import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'

export interface DeviceSearchProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

export function DeviceSearch({ text, onChange }: DeviceSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => field.current?.focus()]])
  return (
    <TextInput
      ref={field}
      className='search'
      aria-label='Search devices'
      placeholder='Search'
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd size='xs' className='wide-only' aria-hidden>
            /
          </Kbd>
        ) : (
          <CloseButton size='sm' aria-label='Clear the search' onClick={() => onChange('')} />
        )
      }
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onChange('')
      }}
    />
  )
}
