import { Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { contract } from '@sshore/contract'
import { useConsole } from '../../../console-context.ts'
import { FormTrouble } from '../../../forms/form-end.tsx'
import { SaveButton } from '../../../forms/save-button.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useText } from '../../../language/use-text.ts'
import { certificatesIn, type SamlEdit, type SamlSettings, useSignInChanges } from './settings.ts'
import { Tryout } from './tryout.tsx'
import { words } from './words.ts'

const initialOf = ({ idp }: SamlSettings) => ({
  by: idp !== null && idp.metadata_url === '' ? 'hand' : 'address',
  metadata_url: idp?.metadata_url ?? '',
  entity_id: idp?.entity_id ?? '',
  signon_url: idp?.signon_url ?? '',
  certificates: idp?.certificates.join('\n') ?? '',
  email: idp?.mappings.email ?? '',
  name: idp?.mappings.name ?? '',
})
type Values = ReturnType<typeof initialOf>

function bodyOf({ by, metadata_url, entity_id, signon_url, certificates, email, name }: Values): SamlEdit {
  const mappings = { email: email.trim(), name: name.trim() }
  if (by === 'address') return { idp: { metadata_url: metadata_url.trim(), mappings } }
  const idp = { metadata_url: '', entity_id: entity_id.trim(), signon_url: signon_url.trim() }
  return { idp: { ...idp, certificates: [...certificatesIn(certificates)], mappings } }
}

const paths = {
  metadata_url: 'idp.metadata_url',
  entity_id: 'idp.entity_id',
  signon_url: 'idp.signon_url',
  certificates: 'idp.certificates',
  email: 'idp.mappings.email',
  name: 'idp.mappings.name',
}

/** Names the identity provider. */
export function ProviderForm({ saml }: { readonly saml: SamlSettings }) {
  const say = useText()
  const { notices } = useConsole()
  const { setSaml } = useSignInChanges()
  const { form, field, values, change, busy, changed, trouble } = useForm<Values, SamlEdit>({
    initial: initialOf(saml),
    schema: contract.adminSetSaml.body,
    bodyOf,
    rules: { certificates: words.certificatesText, entity_id: words.entityRule, signon_url: words.signonRule },
    paths,
    async send(body) {
      await setSaml(body)
      notices.add({ tone: 'done', text: say(words.savedProvider) })
    },
  })
  const line = { autoComplete: 'off', spellCheck: false, className: 'code-input' } as const
  return (
    <form {...form}>
      <Stack>
        <div>
          <Text size='sm' fw={600} mb={4} id='provider-by'>
            {say(words.by)}
          </Text>
          <SegmentedControl
            aria-labelledby='provider-by'
            data={[
              { value: 'address', label: say(words.byAddress) },
              { value: 'hand', label: say(words.byHand) },
            ]}
            value={values.by}
            onChange={(by) => change({ by })}
          />
        </div>
        {values.by === 'address' ? (
          <TextInput
            {...line}
            label={say(words.address)}
            description={say(words.addressText)}
            {...field('metadata_url')}
          />
        ) : (
          <>
            <TextInput {...line} label={say(words.entity)} {...field('entity_id')} />
            <TextInput
              {...line}
              label={say(words.signon)}
              description={say(words.signonText)}
              {...field('signon_url')}
            />
            <Textarea
              {...line}
              label={say(words.certificates)}
              description={say(words.certificatesText)}
              autosize
              minRows={4}
              maxRows={12}
              {...field('certificates')}
            />
          </>
        )}
        <TextInput {...line} label={say(words.email)} description={say(words.mappingText)} {...field('email')} />
        <TextInput {...line} label={say(words.name)} description={say(words.mappingText)} {...field('name')} />
        <FormTrouble text={trouble} />
        <Tryout key={JSON.stringify(values)} edit={bodyOf(values).idp} />
        <Group justify='flex-end'>
          <SaveButton busy={busy} changed={changed} />
        </Group>
      </Stack>
    </form>
  )
}
