import { Stack } from '@mantine/core'
import { IconBox } from '@tabler/icons-react'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { DeviceList } from '../devices/device-list-page.tsx'

const words = {
  title: phrase('Containers', 'Contêineres'),
  text: phrase(
    'Containers on your devices that are reached like devices.',
    'Contêineres nos seus dispositivos, alcançados como dispositivos.',
  ),
  none: phrase('No containers here', 'Nenhum contêiner aqui'),
  noneText: phrase(
    'An agent that looks after the containers of its machine registers each of them here, to be accepted like a device.',
    'Um agente que cuida dos contêineres da sua máquina os registra aqui, para serem aceitos como um dispositivo.',
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
