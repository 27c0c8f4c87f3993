import { Radio, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type CertificateAuthority, contract, limits } from '@sshore/contract'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { type NewAuthority, useCertificateChanges } from './certificates.ts'
import { words } from './words.ts'

interface Values {
  readonly name: string
  readonly whose: string
  readonly public_key: string
  readonly hours_most: string
  readonly member_principals: readonly string[]
}

const bodyOf = (values: Values): NewAuthority => ({
  name: values.name.trim(),
  hours_most: Number(values.hours_most),
  member_principals: [...values.member_principals],
  ...(values.whose === 'other' ? { public_key: values.public_key.trim() } : {}),
})

export interface AuthorityFormProps {
  readonly of?: CertificateAuthority | undefined
  readonly onDone: () => void
}

export function AuthorityForm({ of: known, onDone }: AuthorityFormProps) {
  const say = useText()
  const { create, update } = useCertificateChanges()
  const { form, field, values, change, errorOf, busy, trouble } = useForm<Values, NewAuthority>({
    initial: {
      name: known?.name ?? '',
      whose: 'own',
      public_key: '',
      hours_most: String(known?.hours_most ?? limits.certificates.authorityHoursDefault),
      member_principals: known?.member_principals ?? [],
    },
    schema: contract.createCertificateAuthority.body,
    bodyOf,
    rules: { name: words.nameRule, public_key: words.keyRule, hours_most: words.hoursRule },
    async send({ public_key, ...body }) {
      await (known ? update(known, body) : create(public_key === undefined ? body : { ...body, public_key }))
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput label={say(words.name)} autoComplete='off' data-autofocus {...field('name')} />
        {!known && (
          <Radio.Group label={say(words.whose)} value={values.whose} onChange={(whose) => change({ whose })}>
            <Stack gap={8} mt={6}>
              <Radio value='own' label={say(words.makeOwn)} />
              <Radio value='other' label={say(words.trustOther)} />
            </Stack>
          </Radio.Group>
        )}
        {values.whose === 'other' && (
          <Textarea
            label={say(words.authorityKey)}
            description={say(words.keyRule)}
            className='code-input'
            autosize
            minRows={3}
            spellCheck={false}
            {...field('public_key')}
          />
        )}
        <TextInput label={say(words.hours)} inputMode='numeric' {...field('hours_most')} />
        <TagsInput
          label={say(words.memberLogins)}
          description={say(words.memberLoginsText)}
          name='member_principals'
          value={[...values.member_principals]}
          error={errorOf('member_principals', '-')}
          comboboxProps={{ withinPortal: false, position: 'top' }}
          onChange={(member_principals) => change({ member_principals })}
        />
        <FormEnd trouble={trouble} busy={busy}>
          {say(known ? usual.save : words.addAuthority)}
        </FormEnd>
      </Stack>
    </form>
  )
}
