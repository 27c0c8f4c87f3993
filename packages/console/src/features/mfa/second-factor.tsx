import './mfa.css'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type BodyOf, contract } from '@sshore/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Moment } from '../../parts/moment.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { SecurityKeys } from './security-keys.tsx'
import { SetUp } from './set-up.tsx'
import { words } from './words.ts'

type Body = BodyOf<typeof contract.disableMfa>
const isOneTime = (code: string): boolean => /^\d+$/.test(code)

function SwitchOff({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const { form, field, busy, trouble } = useForm<{ readonly code: string }, Body>({
    initial: { code: '' },
    schema: contract.disableMfa.body,
    bodyOf: ({ code }) => {
      const typed = code.replaceAll(/[\s-]/g, '')
      return isOneTime(typed) ? { code: typed } : { recovery_code: typed }
    },
    rules: { code: words.codeText },
    async send(body) {
      await client.disableMfa({ body })
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <Text size='sm'>{say(words.switchOffText)}</Text>
        <TextInput
          label={`${say(words.code)} / ${say(words.recoveryCode)}`}
          className='code-input'
          autoComplete='one-time-code'
          spellCheck={false}
          data-autofocus
          {...field('code')}
        />
        <FormTrouble text={trouble} />
        <Group justify='flex-end'>
          <Button variant='default' onClick={onCancel}>
            {say(usual.cancel)}
          </Button>
          <Button type='submit' color='red' loading={busy}>
            {say(words.off)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Of the signed-in user: set up, used and switched off. */
export function SecondFactor() {
  const say = useText()
  const { client, session, notices } = useConsole()
  const { id } = useUser()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'set-up' | 'off'>()
  const { data, error, refetch } = useQuery({
    queryKey: ['mfa', id],
    queryFn: async () => (await client.getMfa()).body,
  })
  const refresh = async (text?: string): Promise<void> => {
    setOpen(undefined)
    if (text !== undefined) notices.add({ tone: 'done', text })
    await queries.invalidateQueries({ queryKey: ['mfa', id] })
    session.renew((await client.getAuthUser()).body)
  }
  const close = () => setOpen(undefined)
  if (error) return <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows />
  return (
    <Stack>
      {data.enabled ? (
        <>
          <Text size='sm' component='div'>
            {say(words.onSince)} <Moment time={data.enabled_at} />. {say(words.codesLeft)(data.recovery_codes_left)}
          </Text>
          {data.recovery_codes_left === 0 && (
            <Alert color='orange' variant='light'>
              {say(words.codesLeft)(0)}
            </Alert>
          )}
          <SecurityKeys keys={data.keys} onChange={() => void refresh()} />
          <Group justify='flex-end'>
            <Button variant='default' color='red' onClick={() => setOpen('off')}>
              {say(words.switchOff)}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <Text size='sm' c='dimmed'>
            {say(words.offText)}
          </Text>
          <Group justify='flex-end'>
            <Button onClick={() => setOpen('set-up')}>{say(words.setUp)}</Button>
          </Group>
        </>
      )}
      <SidePanel opened={open === 'set-up'} title={say(words.setUpTitle)} onClose={close}>
        <SetUp onDone={() => void refresh(say(words.isOn))} />
      </SidePanel>
      <Dialog opened={open === 'off'} title={say(words.switchOffTitle)} onClose={close}>
        <SwitchOff onDone={() => void refresh(say(words.isOff))} onCancel={close} />
      </Dialog>
    </Stack>
  )
}
