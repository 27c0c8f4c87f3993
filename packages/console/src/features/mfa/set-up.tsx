import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { type BodyOf, contract, type ReplyOf } from '@sshore/contract'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useFailureText, useText } from '../../language/use-text.ts'
import { CopyLine } from '../../parts/copy-line.tsx'
import { saveText } from '../../parts/save-text.ts'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { QrCode } from './qr-code.tsx'
import { words } from './words.ts'
import { phrase } from '../../language/language.ts'

const save = phrase('Download', 'Baixar')

type Enrolment = ReplyOf<typeof contract.generateMfa>
type Body = BodyOf<typeof contract.enableMfa>

function Steps({ enrolment, onDone }: { readonly enrolment: Enrolment; readonly onDone: () => void }) {
  const say = useText()
  const { client } = useConsole()
  const [kept, setKept] = useState(false)
  const { secret, recovery_codes, link } = enrolment
  const { form, field, busy, trouble, values } = useForm<{ readonly code: string }, Body>({
    initial: { code: '' },
    schema: contract.enableMfa.body,
    bodyOf: ({ code }) => ({ code: code.replaceAll(/\s/g, ''), secret, recovery_codes }),
    rules: { code: words.codeText },
    async send(body) {
      await client.enableMfa({ body })
      onDone()
    },
  })
  return (
    <form {...form}>
      <ol className='steps mfa-steps'>
        <li>
          <Text fw={600}>{say(words.scan)}</Text>
          <QrCode text={link} label={say(words.qr)} />
          <Text size='sm' c='dimmed' mb={4}>
            {say(words.byHand)}
          </Text>
          <CopyLine text={secret} name={say(words.byHand)} />
        </li>
        <li>
          <Text fw={600}>{say(words.keep)}</Text>
          <Text size='sm' c='dimmed'>
            {say(words.keepText)}
          </Text>
          <ul className='recovery-codes code'>
            {recovery_codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <Group>
            <Button
              size='xs'
              variant='default'
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => saveText(`${recovery_codes.join('\n')}\n`, 'sshore-recovery-codes.txt', 'text/plain')}
            >
              {say(save)}
            </Button>
          </Group>
          <Checkbox
            mt='sm'
            label={say(words.kept)}
            checked={kept}
            onChange={(event) => setKept(event.currentTarget.checked)}
          />
        </li>
        <li>
          <TextInput
            label={say(words.confirm)}
            className='code-input'
            inputMode='numeric'
            autoComplete='one-time-code'
            {...field('code')}
          />
        </li>
      </ol>
      <Stack>
        <FormTrouble text={trouble} />
        <Group justify='flex-end'>
          <Button type='submit' loading={busy} disabled={!kept || values.code === ''}>
            {say(words.switchOn)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A secret for an app, recovery codes, and a first code that shows that it works. */
export function SetUp({ onDone }: { readonly onDone: () => void }) {
  const failureText = useFailureText()
  const { client } = useConsole()
  const { id } = useUser()
  const { data, error } = useQuery({
    queryKey: ['mfa enrolment', id],
    queryFn: async () => (await client.generateMfa()).body,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (error) return <FormTrouble text={failureText(error)} />
  if (!data) return <SkeletonRows />
  return <Steps enrolment={data} onDone={onDone} />
}
