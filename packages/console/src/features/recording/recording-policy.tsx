import { Radio, Stack } from '@mantine/core'
import { type Namespace, recordingPolicies } from '@sshore/contract'
import { type Phrase, phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import type { NamespaceChange } from '../namespaces/update-namespace.ts'

type Policy = Namespace['settings']['session_record_policy']

const words = {
  label: phrase('Recording of sessions', 'Gravação de sessões'),
  text: phrase(
    'What is on the screen of a terminal, and which commands ran. Holds for sessions that begin from now on.',
    'O que aparece na tela de um terminal, e quais comandos foram executados. Vale para as sessões que começarem a partir de agora.',
  ),
}
const choices: Readonly<Record<Policy, { readonly label: Phrase; readonly text: Phrase }>> = {
  off: {
    label: phrase('Off', 'Desativada'),
    text: phrase('Nothing is recorded.', 'Nada é gravado.'),
  },
  best_effort: {
    label: phrase('Best effort', 'Sempre que possível'),
    text: phrase(
      'When recording fails, the session goes on and the recording says what is missing.',
      'Quando a gravação falha, a sessão continua e a gravação diz o que falta.',
    ),
  },
  required: {
    label: phrase('Required', 'Obrigatória'),
    text: phrase(
      'No recording, no session: when recording fails, sessions stop, and none begins.',
      'Sem gravação não há sessão: quando a gravação falha, as sessões param e nenhuma começa.',
    ),
  },
}

export interface RecordingPolicyProps {
  readonly policy: Policy
  readonly by: NamespaceChange
}

/** Saved as it is chosen. */
export function RecordingPolicy({ policy, by: { update, refusal } }: RecordingPolicyProps) {
  const say = useText()
  const attempt = useAttempt()
  const choose = (next: Policy) => update({ settings: { session_record_policy: next } })
  return (
    <Radio.Group
      label={say(words.label)}
      description={say(words.text)}
      value={policy}
      onChange={(value) => {
        const next = recordingPolicies.find((each) => each === value)
        if (!next) return
        void attempt(() => choose(next), {
          done: say(usual.saved),
          undo: () => void attempt(() => choose(policy)),
        })
      }}
    >
      <Stack gap='sm' mt='sm'>
        {recordingPolicies.map((each) => (
          <Radio
            key={each}
            value={each}
            label={say(choices[each].label)}
            description={say(choices[each].text)}
            disabled={refusal !== undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
