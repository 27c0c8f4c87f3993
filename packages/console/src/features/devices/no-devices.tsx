import { Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconBan, IconHourglass, IconPlugConnected, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from '../../navigation.tsx'
import type { TabStatus } from './tabs.ts'

interface EmptyProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: ReactNode
  readonly action?: ReactNode
}

function Empty({ icon, title, text, action }: EmptyProps) {
  return (
    <Stack className='empty' align='center' gap='xs'>
      <ThemeIcon variant='light' size={52} radius='xl' mb='xs'>
        {icon}
      </ThemeIcon>
      <Title order={2}>{title}</Title>
      <Text c='dimmed' size='sm' ta='center' maw={440}>
        {text}
      </Text>
      {action !== undefined && <Group mt='md'>{action}</Group>}
    </Stack>
  )
}

export interface NoDevicesProps {
  readonly status: TabStatus
  readonly pending: number
  readonly onAdd: () => void
}

/** What the list is for, and how something gets into it. */
export function NoDevices({ status, pending, onAdd }: NoDevicesProps) {
  const add = <Button onClick={onAdd}>Add a device</Button>
  if (status === 'rejected') {
    return (
      <Empty
        icon={<IconBan size={26} aria-hidden />}
        title='Nothing rejected'
        text='A rejected device cannot be reached by anybody. It waits here in case you change your mind.'
      />
    )
  }
  if (status === 'pending') {
    return (
      <Empty
        icon={<IconHourglass size={26} aria-hidden />}
        title='Nobody is waiting'
        text="A device that starts the agent with this namespace's ID shows up here and waits until somebody accepts it."
        action={add}
      />
    )
  }
  return (
    <Empty
      icon={<IconPlugConnected size={26} aria-hidden />}
      title='Connect your first device'
      text='Run one command on it. It dials out to this server, so it needs no open port, and then you reach it with ssh as if it were beside you.'
      action={
        <>
          {add}
          {pending > 0 && (
            <Link to='/devices/pending' size='sm'>
              {pending === 1 ? 'One device is waiting' : `${pending} devices are waiting`} to be accepted
            </Link>
          )}
        </>
      }
    />
  )
}

export function NothingFound({ text, onClear }: { readonly text: string; readonly onClear: () => void }) {
  return (
    <Empty
      icon={<IconSearchOff size={26} aria-hidden />}
      title={`Nothing here matches “${text}”`}
      text='The search looks at names, tags, systems and hardware addresses of the devices on this page.'
      action={
        <Button variant='default' onClick={onClear}>
          Clear the search
        </Button>
      }
    />
  )
}
