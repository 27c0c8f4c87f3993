import { ActionIcon, Button, Group, NativeSelect, Stack } from '@mantine/core'
import { IconKey, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { phrase } from '../../../language/language.ts'
import { useText } from '../../../language/use-text.ts'
import { useAttempt } from '../../../parts/attempt.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import type { StoredKey } from './key-store.ts'
import { useKeys } from './use-keys.ts'

const words = {
  which: phrase('Key in this browser', 'Chave neste navegador'),
  new: phrase('New key …', 'Nova chave …'),
  remove: phrase(
    (name: string) => `Remove the key ${name} from this browser`,
    (name) => `Remover a chave ${name} deste navegador`,
  ),
  removeTitle: phrase(
    (name: string) => `Remove the key ${name} from this browser?`,
    (name) => `Remover a chave ${name} deste navegador?`,
  ),
  removeText: phrase(
    'A key that was made here exists nowhere else: it cannot be brought back. Its public half stays registered.',
    'Uma chave criada aqui não existe em nenhum outro lugar: não dá para recuperá-la. A metade pública continua registrada.',
  ),
  removed: phrase(
    (name: string) => `Removed the key ${name} from this browser.`,
    (name) => `Chave ${name} removida deste navegador.`,
  ),
}

export interface KeyChoiceProps {
  readonly keys: readonly StoredKey[]
  readonly chosen: StoredKey
  readonly onChoose: (fingerprint: string) => void
  readonly onNew: () => void
}

/** Which of the keys of this browser logs in; they are removed and made here, too. */
export function KeyChoice({ keys, chosen, onChoose, onNew }: KeyChoiceProps) {
  const say = useText()
  const attempt = useAttempt()
  const { remove } = useKeys()
  const [asking, setAsking] = useState(false)
  const { name } = chosen
  return (
    <Stack gap={6}>
      <Group gap={6} align='flex-end' wrap='nowrap'>
        <NativeSelect
          flex={1}
          label={say(words.which)}
          data={keys.map((key) => ({
            value: key.fingerprint,
            label: `${key.name} · ${key.fingerprint.slice(0, 8)}`,
          }))}
          value={chosen.fingerprint}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
        <ActionIcon
          variant='default'
          size='input-sm'
          aria-label={say(words.remove)(name)}
          onClick={() => setAsking(true)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <Group>
        <Button size='compact-sm' variant='subtle' leftSection={<IconKey size={14} aria-hidden />} onClick={onNew}>
          {say(words.new)}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={say(words.removeTitle)(name)}
        text={say(words.removeText)}
        onClose={() => setAsking(false)}
        onConfirm={() => void attempt(() => remove(chosen), { done: say(words.removed)(name) })}
      />
    </Stack>
  )
}
