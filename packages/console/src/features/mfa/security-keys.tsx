import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type BodyOf, contract, limits, type SecurityKey } from '@sshore/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Moment } from '../../parts/moment.tsx'
import { hasSecurityKeys, registeredKey } from './security-key.ts'
import { words } from './words.ts'

interface Values {
  readonly name: string
  readonly code: string
}
type NewKey = Pick<BodyOf<typeof contract.addSecurityKey>, 'name' | 'code'>

function AddKey({ onDone }: { readonly onDone: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const { form, field, busy, trouble } = useForm<Values, NewKey>({
    initial: { name: '', code: '' },
    schema: contract.addSecurityKey.body,
    bodyOf: ({ name, code }) => ({ name: name.trim(), code: code.replaceAll(/\s/g, '') }),
    only: ['name', 'code'],
    rules: { name: words.keyNameText, code: words.codeText },
    async send(body) {
      const { token, options } = (await client.offerSecurityKey()).body
      const response = await registeredKey(options).catch(() => {
        throw new Error(say(words.keyRefused))
      })
      await client.addSecurityKey({ body: { ...body, token, response } })
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label={say(words.keyName)}
          description={say(words.keyNameText)}
          maxLength={limits.mfa.keyNameChars}
          autoComplete='off'
          data-autofocus
          {...field('name')}
        />
        <TextInput
          label={say(words.code)}
          description={say(words.codeText)}
          className='code-input'
          inputMode='numeric'
          autoComplete='one-time-code'
          {...field('code')}
        />
        <FormEnd trouble={trouble} busy={busy}>
          {say(words.addKey)}
        </FormEnd>
      </Stack>
    </form>
  )
}

function Key({ of: key, onGone }: { readonly of: SecurityKey; readonly onGone: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const attempt = useAttempt()
  const [asking, setAsking] = useState(false)
  return (
    <li>
      <div className='grow'>
        <Text size='sm' fw={600}>
          {key.name}
        </Text>
        <Text size='xs' c='dimmed' component='div'>
          {say(words.used)} <Moment time={key.last_used_at} />
        </Text>
      </div>
      <ActionIcon
        variant='subtle'
        color='gray'
        aria-label={say(words.removeKey)(key.name)}
        onClick={() => setAsking(true)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        opened={asking}
        title={`${say(words.removeKey)(key.name)}?`}
        text={say(words.removeKeyText)}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          void attempt(async () => {
            await client.removeSecurityKey({ params: { id: key.id } })
            onGone()
          })
        }
      />
    </li>
  )
}

export interface SecurityKeysProps {
  readonly keys: readonly SecurityKey[]
  readonly onChange: () => void
}

export function SecurityKeys({ keys, onChange }: SecurityKeysProps) {
  const say = useText()
  const { notices } = useConsole()
  const [adding, setAdding] = useState(false)
  const possible = hasSecurityKeys()
  return (
    <Stack gap='sm'>
      <Text fw={600} size='sm'>
        {say(words.keys)}
      </Text>
      {keys.length === 0 ? (
        <Text size='sm' c='dimmed'>
          {say(possible ? words.noKeys : words.noKeysHere)}
        </Text>
      ) : (
        <ul className='lines'>
          {keys.map((key) => (
            <Key key={key.id} of={key} onGone={onChange} />
          ))}
        </ul>
      )}
      {possible && (
        <Group>
          <Button
            variant='default'
            size='xs'
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {say(words.addKey)}
          </Button>
        </Group>
      )}
      <Dialog opened={adding} title={say(words.addKey)} onClose={() => setAdding(false)}>
        <AddKey
          onDone={() => {
            setAdding(false)
            notices.add({ tone: 'done', text: say(words.keyAdded) })
            onChange()
          }}
        />
      </Dialog>
    </Stack>
  )
}
