import { Stack } from '@mantine/core'
import { IconBox } from '@tabler/icons-react'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { DeviceList } from '../devices/device-list-page.tsx'

const words = {
  title: phrase('Containers', 'Contentores'),
  text: phrase(
    'Containers on your devices that are reached like devices.',
    'Contentores nos seus dispositivos, alcançados como dispositivos.',
  ),
  none: phrase('No containers here', 'Sem contentores aqui'),
  noneText: phrase(
    'An agent that looks after the containers of its machine registers each of them here, to be accepted like a device.',
    'Um agente que cuida dos contentores da sua máquina regista-os aqui, para serem aceites como um dispositivo.',
  ),
}

export function ContainersPage() {
  const say = useText()
  return (
    <Stack gap='md'>
      <PageHead title={say(words.title)} text={say(words.text)} />
      <DeviceList
        kind='container'
        label={say(words.title)}
        renderEmpty={() => <EmptyState Icon={IconBox} title={say(words.none)} text={say(words.noneText)} />}
      />
    </Stack>
  )
}
