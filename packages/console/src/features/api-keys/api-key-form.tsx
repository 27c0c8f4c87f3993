import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type ApiKey, contract, limits, type Role } from '@sshore/contract'
import { useState } from 'react'
import { FormEnd } from '../../forms/form-end.tsx'
import { RoleSelect } from '../../forms/role-select.tsx'
import { useForm } from '../../forms/use-form.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { CopyLine } from '../../parts/copy-line.tsx'
import { type NewApiKey, useApiKeyChanges } from './api-keys.ts'

const { name: nameLimits, expiryDays } = limits.apiKey
const words = {
  nameRule: phrase(
    `${nameLimits.min} to ${nameLimits.max} characters without spaces or slashes, unique in the namespace.`,
    `${nameLimits.min} a ${nameLimits.max} caracteres sem espaços nem barras, únicos no namespace.`,
  ),
  expires: phrase('Expires', 'Expira'),
  never: phrase('Never', 'Nunca'),
  days: phrase(
    (days: number) => `In ${days} days`,
    (days) => `Em ${days} dias`,
  ),
  create: phrase('Create API key', 'Criar chave de API'),
  made: phrase(
    'This is the only time that the key is shown. Copy it now and keep it where secrets are kept.',
    'Esta é a única vez que a chave é mostrada. Copie-a agora e guarde-a onde você guarda segredos.',
  ),
  key: phrase('API key', 'chave de API'),
  use: phrase('Send it with each call:', 'Envie-a em cada chamada:'),
  example: phrase('example call', 'chamada de exemplo'),
  done: phrase('I have kept it', 'Já guardei'),
}

function Secret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const say = useText()
  const call = `curl -H 'X-API-KEY: ${secret}' ${window.location.origin}/api/devices`
  return (
    <Stack>
      <Alert color='orange' variant='light'>
        {say(words.made)}
      </Alert>
      <CopyLine text={secret} name={say(words.key)} />
      <Text size='sm'>{say(words.use)}</Text>
      <CopyLine text={call} name={say(words.example)} />
      <Group justify='flex-end'>
        <Button onClick={onDone}>{say(words.done)}</Button>
      </Group>
    </Stack>
  )
}

interface Values {
  readonly name: string
  readonly role: Role
  readonly expires_at: NewApiKey['expires_at']
}

export interface ApiKeyFormProps {
  /** To be changed; without it a new one is made. */
  readonly of?: ApiKey | undefined
  readonly onDone: () => void
}

export function ApiKeyForm({ of: known, onDone }: ApiKeyFormProps) {
  const say = useText()
  const { create, update } = useApiKeyChanges()
  const [secret, setSecret] = useState<string>()
  const { form, field, values, change, busy, trouble } = useForm<Values, NewApiKey>({
    initial: { name: known?.name ?? '', role: known?.role ?? 'observer', expires_at: 30 },
    schema: contract.createApiKey.body,
    bodyOf: ({ name, role, expires_at }) => ({ name, role, expires_at }),
    rules: { name: words.nameRule },
    async send(body) {
      if (!known) return setSecret(await create(body))
      await update(known, { name: body.name, role: body.role ?? known.role })
      onDone()
    },
  })
  if (secret !== undefined) return <Secret secret={secret} onDone={onDone} />
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label={say(usual.name)}
          description={say(words.nameRule)}
          autoComplete='off'
          spellCheck={false}
          data-autofocus
          {...field('name')}
        />
        <RoleSelect value={values.role} withOwner onChange={(role) => change({ role })} />
        {!known && (
          <NativeSelect
            label={say(words.expires)}
            value={String(values.expires_at)}
            data={expiryDays
              .toSorted((one, other) => (one === -1 ? 1 : other === -1 ? -1 : one - other))
              .map((days) => ({
                value: String(days),
                label: days === limits.apiKey.never ? say(words.never) : say(words.days)(days),
              }))}
            onChange={(event) => {
              const chosen = expiryDays.find((days) => String(days) === event.currentTarget.value)
              if (chosen !== undefined) change({ expires_at: chosen })
            }}
          />
        )}
        <FormEnd trouble={trouble} busy={busy}>
          {say(known ? usual.save : words.create)}
        </FormEnd>
      </Stack>
    </form>
  )
}
