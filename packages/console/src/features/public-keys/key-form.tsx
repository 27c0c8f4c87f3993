import { Stack, Textarea, TextInput } from '@mantine/core'
import { contract, type PublicKey } from '@sshore/contract'
import {
  DeviceFilter,
  deviceFilterOf,
  deviceFilterRule,
  type DeviceFilterValues,
  deviceFilterValues,
} from '../../forms/device-filter.tsx'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { everything } from '../../parts/everything.ts'
import { commentOf, encodedKey, isPrivateKey } from './public-key-text.ts'
import type { NewKey } from './public-keys.ts'

const words = {
  key: phrase('Public key', 'Chave pública'),
  keyText: phrase(
    'One line, as in ~/.ssh/id_ed25519.pub. Never the private key.',
    'Uma linha, como em ~/.ssh/id_ed25519.pub. Nunca a chave privada.',
  ),
  keyRule: phrase('This is not a public key in OpenSSH form.', 'Isto não é uma chave pública no formato OpenSSH.'),
  privateKey: phrase(
    'This is a private key. It was not sent. Take the file beside it that ends in .pub.',
    'Isto é uma chave privada. Ela não foi enviada. Use o arquivo ao lado dela que termina em .pub.',
  ),
  nameText: phrase('So that you know it again, such as "Ada\'s laptop".', 'Para reconhecê-la, como "notebook da Ada".'),
  nameRule: phrase('1 to 128 characters.', '1 a 128 caracteres.'),
  logins: phrase('Login names', 'Nomes de login'),
  loginsText: phrase(
    'A regular expression that the whole name has to match. .* is everybody.',
    'Uma expressão regular que o nome inteiro precisa satisfazer. .* é qualquer um.',
  ),
  devices: phrase('Opens', 'Abre'),
  add: phrase('Add key', 'Adicionar chave'),
}

interface Values extends DeviceFilterValues {
  readonly line: string
  readonly name: string
  readonly username: string
}

function valuesOf(key: PublicKey | undefined): Values {
  return {
    line: '',
    name: key?.name ?? '',
    username: key?.username ?? everything,
    ...deviceFilterValues(key?.filter),
  }
}

const bodyOf = (values: Values, key: PublicKey | undefined): NewKey => ({
  // The server would refuse a private key, but had seen it then.
  data: key?.data ?? (isPrivateKey(values.line) ? '' : encodedKey(values.line)),
  name: values.name.trim() || commentOf(values.line),
  username: values.username,
  filter: deviceFilterOf(values),
})

export interface KeyFormProps {
  /** To be changed; without it a new one is made. */
  readonly of?: PublicKey | undefined
  readonly save: (body: NewKey) => Promise<void>
  /** The key is of another namespace than that of the user. */
  readonly elsewhere?: boolean
  readonly onDone: () => void
}

export function KeyForm({ of: known, save, elsewhere = false, onDone }: KeyFormProps) {
  const say = useText()
  const { form, field, values, change, errorOf, busy, trouble } = useForm<Values, NewKey>({
    initial: valuesOf(known),
    schema: contract.createPublicKey.body,
    bodyOf: (entered) => bodyOf(entered, known),
    rules: { data: words.keyRule, name: words.nameRule, username: words.loginsText, filter: deviceFilterRule },
    async send(body) {
      await save(body)
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
            error={isPrivateKey(values.line) ? say(words.privateKey) : errorOf('data', '-')}
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
        <DeviceFilter
          label={say(words.devices)}
          values={values}
          change={change}
          errorOf={errorOf}
          elsewhere={elsewhere}
        />
        <FormEnd trouble={trouble} busy={busy}>
          {say(known ? usual.save : words.add)}
        </FormEnd>
      </Stack>
    </form>
  )
}
