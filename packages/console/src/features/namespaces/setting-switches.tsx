import { Stack, Switch, Text } from '@mantine/core'
import type { Feature, Namespace } from '@sshore/contract'
import { useInfo } from '../../info.ts'
import { type Phrase, phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import type { NamespaceChange } from './update-namespace.ts'

type Settings = Namespace['settings']
type SwitchName = Exclude<keyof Settings, 'connection_announcement' | 'session_record' | 'session_record_policy'>

interface Setting {
  readonly name: SwitchName
  readonly label: Phrase
  readonly text: Phrase
  /** Without it on the server, there is nothing to set. */
  readonly feature?: Feature
}

const settings: readonly Setting[] = [
  {
    name: 'require_mfa',
    feature: 'mfa',
    label: phrase('Second factor at devices', 'Segundo fator nos dispositivos'),
    text: phrase(
      'Whoever logs in to a device is asked for a one-time code of a member.',
      'Quem entra em um dispositivo precisa do código de uso único de um membro.',
    ),
  },
  {
    name: 'allow_local_forwarding',
    label: phrase('Connections from devices', 'Conexões a partir dos dispositivos'),
    text: phrase(
      'ssh -L, -D and -W: to hosts and ports that the device can reach.',
      'ssh -L, -D e -W: para máquinas e portas que o dispositivo alcança.',
    ),
  },
  {
    name: 'allow_remote_forwarding',
    label: phrase('Ports that listen on devices', 'Portas que escutam nos dispositivos'),
    text: phrase('ssh -R.', 'ssh -R.'),
  },
  {
    name: 'allow_socket_forwarding',
    label: phrase('Unix sockets of devices', 'Sockets Unix dos dispositivos'),
    text: phrase('Connected to or listened on.', 'Conectados ou em escuta.'),
  },
  {
    name: 'allow_agent_forwarding',
    label: phrase('ssh-agent', 'ssh-agent'),
    text: phrase(
      "ssh -A: the user's own agent signs on devices.",
      'ssh -A: o agente do usuário assina nos dispositivos.',
    ),
  },
]

export interface SettingSwitchesProps {
  readonly settings: Settings
  readonly by: NamespaceChange
}

/** Switches that are saved as they are flipped; what the server refuses flips back. */
export function SettingSwitches({ settings: current, by: { update, refusal } }: SettingSwitchesProps) {
  const say = useText()
  const attempt = useAttempt()
  const { data: info } = useInfo()
  const shown = settings.filter(({ feature }) => feature === undefined || info?.features.includes(feature))
  return (
    <Stack gap='md'>
      {refusal !== undefined && (
        <Text size='sm' c='dimmed'>
          {refusal}
        </Text>
      )}
      {shown.map(({ name, label, text }) => (
        <Switch
          key={name}
          label={say(label)}
          description={say(text)}
          checked={current[name]}
          disabled={refusal !== undefined}
          onChange={(event) => {
            const on = event.currentTarget.checked
            const flip = (value: boolean) => update({ settings: { [name]: value } })
            void attempt(() => flip(on), { done: say(usual.saved), undo: () => void attempt(() => flip(!on)) })
          }}
        />
      ))}
    </Stack>
  )
}
