import { Code, SegmentedControl, Stack, Text } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { useState } from 'react'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { CopyLine } from '../../parts/copy-line.tsx'
import { LoginName, useLoginName } from './login-name.tsx'
import { Reaching } from './reaching.tsx'
import { ansibleLine, configBlock, scpLine, vsCodeLine, type Way, ways } from './ways-in.ts'

const names: Readonly<Record<Way, string>> = { ssh: 'OpenSSH', scp: 'scp', vscode: 'VS Code', ansible: 'Ansible' }
const words = {
  program: phrase('Program', 'Programa'),
  command: phrase(
    (program: string) => `${program} command`,
    (program) => `comando de ${program}`,
  ),
  first: phrase('Once, in ~/.ssh/config:', 'Uma vez, em ~/.ssh/config:'),
  next: phrase('Then, with the extension Remote-SSH:', 'Depois, com a extensão Remote-SSH:'),
  inventory: phrase('A line of the inventory:', 'Uma linha do inventário:'),
}

/** What to run to reach the device, in the words of several programs. */
export function Connecting({ device }: { readonly device: Device }) {
  const say = useText()
  const { data: info } = useInfo()
  const [login] = useLoginName()
  const [chosen, setChosen] = useState<Way>('ssh')
  if (!info) return null
  const way = { login, device, endpoint: info.endpoints.ssh }
  return (
    <Stack gap='sm'>
      <SegmentedControl
        fullWidth
        size='xs'
        aria-label={say(words.program)}
        data={ways.map((value) => ({ value, label: names[value] }))}
        value={chosen}
        onChange={setChosen}
      />
      {chosen === 'ssh' && <Reaching device={device} oneLine={false} />}
      {chosen === 'scp' && <CopyLine text={scpLine(way)} name={say(words.command)('scp')} />}
      {chosen === 'vscode' && (
        <>
          <Text size='sm'>{say(words.first)}</Text>
          <Code block>{configBlock(way)}</Code>
          <Text size='sm'>{say(words.next)}</Text>
          <CopyLine text={vsCodeLine(way)} name={say(words.command)('VS Code')} />
        </>
      )}
      {chosen === 'ansible' && (
        <>
          <Text size='sm'>{say(words.inventory)}</Text>
          <CopyLine text={ansibleLine(way)} name={say(words.command)('Ansible')} />
        </>
      )}
      <LoginName />
    </Stack>
  )
}
