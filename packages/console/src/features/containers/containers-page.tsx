import { Stack } from '@mantine/core'
import { IconBan, IconBox } from '@tabler/icons-react'
import { useUser } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { AgentLine } from '../devices/agent-line.tsx'
import { DeviceList } from '../devices/device-list-page.tsx'
import type { Tab } from '../devices/tabs.ts'

const words = {
  title: phrase('Containers', 'Contêineres'),
  text: phrase(
    'Containers on your devices that are reached like devices.',
    'Contêineres nos seus dispositivos, alcançados como dispositivos.',
  ),
  none: phrase('No containers here', 'Nenhum contêiner aqui'),
  noneText: phrase(
    'Run this where the Docker or Podman engine is. Each of its containers shows up as pending, to be accepted like a device.',
    'Execute isto onde está o motor Docker ou Podman. Cada contêiner dele aparece como pendente, para ser aceito como um dispositivo.',
  ),
  rejected: phrase('Nothing rejected', 'Nada rejeitado'),
  rejectedText: phrase(
    'A rejected container cannot be reached by anybody. It waits here in case you change your mind.',
    'Um contêiner rejeitado não pode ser alcançado por ninguém. Ele espera aqui caso você mude de ideia.',
  ),
}

function NoContainers({ tab: { status } }: { readonly tab: Tab }) {
  const say = useText()
  const { tenant } = useUser()
  if (status === 'rejected') {
    return <EmptyState Icon={IconBan} title={say(words.rejected)} text={say(words.rejectedText)} />
  }
  return (
    <EmptyState
      Icon={IconBox}
      title={say(words.none)}
      text={say(words.noneText)}
      action={<AgentLine flags={['--tenant', tenant, '--docker']} />}
    />
  )
}

export function ContainersPage() {
  const say = useText()
  return (
    <Stack gap='md'>
      <PageHead title={say(words.title)} text={say(words.text)} />
      <DeviceList kind='container' label={say(words.title)} renderEmpty={(tab) => <NoContainers tab={tab} />} />
    </Stack>
  )
}
