import { Radio, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { contract, limits, type PublicKey } from '@sshore/contract'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useTags } from '../tags/tags.ts'
import { commentOf, encodedKey, everything } from './public-key-text.ts'
import { type NewKey, useKeyChanges } from './public-keys.ts'

const words = {
  key: phrase('Public key', 'Chave pública'),
  keyText: phrase(
    'One line, as in ~/.ssh/id_ed25519.pub. Never the private key.',
    'Uma linha, como em ~/.ssh/id_ed25519.pub. Nunca a chave privada.',
  ),
  keyRule: phrase('This is not a public key in OpenSSH form.', 'Isto não é uma chave pública no formato OpenSSH.'),
  nameText: phrase('So that you know it again, such as "Ada\'s laptop".', 'Para a reconhecer, como "portátil da Ada".'),
  nameRule: phrase('1 to 128 characters.', '1 a 128 caracteres.'),
  logins: phrase('Login names', 'Nomes de login'),
  loginsText: phrase(
    'A regular expression that the whole name has to match. .* is everybody.',
    'Uma expressão regular que o nome inteiro tem de satisfazer. .* é toda a gente.',
  ),
  devices: phrase('Opens', 'Abre'),
  all: phrase('every device of the namespace', 'todos os dispositivos do espaço'),
  byName: phrase('devices by name', 'dispositivos por nome'),
  byTag: phrase('devices with a tag', 'dispositivos com uma etiqueta'),
  pattern: phrase('Name pattern', 'Padrão do nome'),
  patternText: phrase('A regular expression, such as cam-.*', 'Uma expressão regular, como cam-.*'),
  tagsText: phrase('One to three that exist already.', 'Uma a três que já existam.'),
  add: phrase('Add key', 'Adicionar chave'),
}

interface Values {
  readonly line: string
  readonly name: string
  readonly username: string
  readonly devices: string
  readonly hostname: string
  readonly tags: readonly string[]
}

function valuesOf(key: PublicKey | undefined): Values {
  const filter = key?.filter
  const tags = filter && 'tags' in filter ? filter.tags : []
  const hostname = filter && 'hostname' in filter ? filter.hostname : everything
  return {
    line: '',
    name: key?.name ?? '',
    username: key?.username ?? everything,
    devices: tags.length > 0 ? 'tags' : hostname === everything ? 'all' : 'hostname',
    hostname: hostname === everything ? '' : hostname,
    tags,
  }
}

const bodyOf = (values: Values, key: PublicKey | undefined): NewKey => ({
  data: key?.data ?? encodedKey(values.line),
  name: values.name.trim() || commentOf(values.line),
  username: values.username,
  filter:
    values.devices === 'tags'
      ? { tags: [...values.tags] }
      : { hostname: values.devices === 'all' ? everything : values.hostname },
})

export interface KeyFormProps {
  /** To be changed; without it a new one is made. */
  readonly of?: PublicKey | undefined
  readonly onDone: () => void
}

export function KeyForm({ of: known, onDone }: KeyFormProps) {
  const say = useText()
  const { create, update } = useKeyChanges()
  const { data: tags = [] } = useTags()
  const { form, field, values, change, errorOf, busy, trouble } = useForm<Values, NewKey>({
    initial: valuesOf(known),
    schema: contract.createPublicKey.body,
    bodyOf: (entered) => bodyOf(entered, known),
    rules: { data: words.keyRule, name: words.nameRule, username: words.loginsText, filter: words.tagsText },
    async send(body) {
      await (known ? update(known, body) : create(body))
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        {!known && (
          <Textarea
            label={say(words.key)}
            description={say(words.keyText)}
            autosize
            minRows={3}
            maxRows={8}
            spellCheck={false}
            className='code-input'
            data-autofocus
            {...field('line')}
            name='data'
            error={errorOf('data', '-')}
          />
        )}
        <TextInput
          label={say(usual.name)}
          description={say(words.nameText)}
          placeholder={commentOf(values.line)}
          autoComplete='off'
          {...field('name')}
        />
        <TextInput
          label={say(words.logins)}
          description={say(words.loginsText)}
          className='code-input'
          spellCheck={false}
          {...field('username')}
        />
        <Radio.Group label={say(words.devices)} value={values.devices} onChange={(devices) => change({ devices })}>
          <Stack gap={8} mt={6}>
            <Radio value='all' label={say(words.all)} />
            <Radio value='hostname' label={say(words.byName)} />
            <Radio value='tags' label={say(words.byTag)} />
          </Stack>
        </Radio.Group>
        {values.devices === 'hostname' && (
          <TextInput
            label={say(words.pattern)}
            description={say(words.patternText)}
            className='code-input'
            spellCheck={false}
            {...field('hostname')}
            name='filter'
            error={errorOf('filter', values.hostname)}
          />
        )}
        {values.devices === 'tags' && (
          <TagsInput
            label={say(usual.tags)}
            description={say(words.tagsText)}
            name='filter'
            data={tags}
            maxTags={limits.tag.perItem}
            value={[...values.tags]}
            error={errorOf('filter', values.tags.length)}
            comboboxProps={{ withinPortal: false, position: 'top' }}
            onChange={(chosen) => change({ tags: chosen })}
          />
        )}
        <FormEnd trouble={trouble} busy={busy}>
          {say(known ? usual.save : words.add)}
        </FormEnd>
      </Stack>
    </form>
  )
}
