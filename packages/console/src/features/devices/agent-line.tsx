import { Stack, Text } from '@mantine/core'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { CopyLine } from '../../parts/copy-line.tsx'
import { agentCommand, isOwnMachine } from './agent-command.ts'

const words = {
  command: phrase('agent command', 'comando do agente'),
  // What stands between backquotes is typed as it is. The page of the manual has no translation.
  needs: phrase(
    'The device needs the agent. Copied there as one file, it is `sshore-agent` instead of `sshore agent`; in a checkout of Sshore, `npm run -s sshore -- agent`. The manual says more under “Installing the agent”.',
    'O dispositivo precisa do agente. Copiado para lá como um só arquivo, ele é `sshore-agent` em vez de `sshore agent`; em um checkout do Sshore, `npm run -s sshore -- agent`. O manual diz mais em “Installing the agent”.',
  ),
  ownMachine: phrase(
    'Only the machine of the server itself can reach this address. For other devices, open the console under the name or address that they know the server by; the command follows.',
    'Só a própria máquina do servidor alcança este endereço. Para outros dispositivos, abra o console pelo nome ou endereço com que eles conhecem o servidor; o comando acompanha.',
  ),
}

const typed = (part: string, at: number) =>
  at % 2 === 0 ? (
    part
  ) : (
    <span key={part} className='code'>
      {part}
    </span>
  )

/** The command that starts an agent, and what it takes for it to work. */
export function AgentLine({ flags }: { readonly flags: readonly string[] }) {
  const say = useText()
  return (
    <Stack gap='xs'>
      <CopyLine text={agentCommand(...flags)} name={say(words.command)} />
      {isOwnMachine(window.location.hostname) && <Text size='xs'>{say(words.ownMachine)}</Text>}
      <Text size='xs' c='dimmed'>
        {say(words.needs).split('`').map(typed)}
      </Text>
    </Stack>
  )
}
