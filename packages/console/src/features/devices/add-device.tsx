import { Stack, Text } from '@mantine/core'
import { useUser } from '../../console-context.ts'
import { Link } from '../../navigation.tsx'
import { CopyLine } from '../../parts/copy-line.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Arrivals } from './arrival-list.tsx'

function Steps() {
  const { tenant } = useUser()
  const server = window.location.origin
  return (
    <Stack component='ol' className='steps' gap='xl'>
      <li>
        <Text fw={600} mb={4}>
          Run this on the device
        </Text>
        <Text size='sm' c='dimmed' mb='sm'>
          As root it serves every user of the device; as another user, that user alone. It dials out: no port needs to
          be open.
        </Text>
        <CopyLine text={`sshore agent --server ${server} --tenant ${tenant}`} name='agent command' />
        <Text size='xs' c='dimmed' mt='xs'>
          <span className='code'>{tenant}</span> is the ID of this namespace. Leave it out and the device shows a short
          code instead, to be entered on the page <Link to='/accept-device'>Accept a device</Link>.
        </Text>
      </li>
      <li>
        <Text fw={600} mb={4}>
          Accept it
        </Text>
        <Arrivals />
      </li>
    </Stack>
  )
}

export function AddDevice({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <SidePanel opened={opened} onClose={onClose} title='Add a device'>
      <Steps />
    </SidePanel>
  )
}
