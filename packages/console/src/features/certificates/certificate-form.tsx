import { Alert, Button, Group, NativeSelect, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { contract, limits } from '@sshore/contract'
import { useState } from 'react'
import { useUser } from '../../console-context.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useText } from '../../language/use-text.ts'
import { CopyLine } from '../../parts/copy-line.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { useNamespace } from '../namespaces/namespaces.ts'
import { type Request, useCertificateChanges } from './certificates.ts'
import { words } from './words.ts'

interface Values {
  readonly public_key: string
  readonly principals: readonly string[]
  readonly hours: string
  readonly user_id: string
}

/** `suggested`: login names that members may have. */
export function CertificateForm({
  suggested,
  onDone,
}: {
  readonly suggested: readonly string[]
  readonly onDone: () => void
}) {
  const say = useText()
  const { id } = useUser()
  const { issue } = useCertificateChanges()
  const { data: namespace } = useNamespace()
  const ownOnly = useRefusal('certificate:issue') !== undefined
  const [certificate, setCertificate] = useState<string>()
  const members = namespace?.members ?? []
  const { form, field, values, change, errorOf, busy, trouble } = useForm<Values, Request>({
    initial: { public_key: '', principals: [], hours: String(limits.certificates.hoursDefault), user_id: id },
    schema: contract.issueCertificate.body,
    bodyOf: ({ public_key, principals, hours, user_id }) => {
      const whom = members.find((member) => member.id === user_id)
      return {
        public_key: public_key.trim(),
        principals: [...principals],
        hours: Number(hours),
        ...(whom && whom.id !== id ? { user_id: whom.id } : {}),
      }
    },
    rules: { public_key: words.keyRule, principals: words.principalsRule, hours: words.hoursRule },
    send: async (body) => setCertificate((await issue(body)).certificate),
  })
  if (certificate !== undefined) {
    return (
      <Stack>
        <Alert color='sea' variant='light'>
          {say(words.made)}
        </Alert>
        <CopyLine text={certificate} name={say(words.certificate)} />
        <Group justify='flex-end'>
          <Button onClick={onDone}>{say(words.done)}</Button>
        </Group>
      </Stack>
    )
  }
  return (
    <form {...form}>
      <Stack>
        <Textarea
          label={say(words.key)}
          description={say(words.keyRule)}
          className='code-input'
          autosize
          minRows={3}
          spellCheck={false}
          data-autofocus
          {...field('public_key')}
        />
        {!ownOnly && (
          <NativeSelect
            label={say(words.for)}
            data={members.map((member) => ({ value: member.id, label: member.email }))}
            value={values.user_id}
            onChange={(event) => change({ user_id: event.currentTarget.value })}
          />
        )}
        <TagsInput
          label={say(words.principals)}
          description={say(words.principalsRule)}
          name='principals'
          data={[...suggested]}
          value={[...values.principals]}
          error={errorOf('principals', '-')}
          comboboxProps={{ withinPortal: false, position: 'top' }}
          onChange={(principals) => change({ principals })}
        />
        <TextInput label={say(words.life)} inputMode='numeric' {...field('hours')} />
        <FormEnd trouble={trouble} busy={busy}>
          {say(words.issue)}
        </FormEnd>
      </Stack>
    </form>
  )
}
