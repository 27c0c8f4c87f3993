import { Alert, Button, Checkbox, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { phrase } from '../../../language/language.ts'
import { usual } from '../../../language/usual-words.ts'
import { useFailureText, useText } from '../../../language/use-text.ts'
import { CopyLine } from '../../../parts/copy-line.tsx'
import { PasswordField } from '../../../parts/password-field.tsx'
import { useRefusal } from '../../../parts/permission.ts'
import { newKeyJwk, type StoredKey } from './key-store.ts'
import { KeyTextError, parsePrivateKey } from './private-key-text.ts'
import { useKeys } from './use-keys.ts'

const words = {
  how: phrase('Where the key comes from', 'De onde vem a chave'),
  make: phrase('Make a new one', 'Criar uma nova'),
  import: phrase('Import one', 'Importar uma'),
  nameText: phrase('Such as "this laptop".', 'Como "este notebook".'),
  text: phrase('Private key', 'Chave privada'),
  textText: phrase(
    'The content of a file such as ~/.ssh/id_ed25519. It stays in this browser, encrypted, and is never sent.',
    'O conteúdo de um arquivo como ~/.ssh/id_ed25519. Fica neste navegador, criptografado, e nunca é enviado.',
  ),
  passphrase: phrase('Passphrase for this browser', 'Frase secreta para este navegador'),
  passphraseText: phrase(
    'May be empty. With one, whoever uses this browser cannot use the key without it.',
    'Pode ficar vazia. Com ela, quem usar este navegador só usa a chave se souber a frase.',
  ),
  register: phrase(
    'Register its public half in this namespace, for all devices and login names',
    'Registrar a metade pública neste namespace, para todos os dispositivos e nomes de login',
  ),
  notRegistered: phrase(
    'Ask an administrator to register this public key:',
    'Peça a um administrador que registre esta chave pública:',
  ),
  keep: phrase('Keep the key', 'Salvar a chave'),
  go: phrase('Use it', 'Usar'),
  'no-key': phrase(
    'This is no private key. Paste the whole file, with its first and last line.',
    'Isto não é uma chave privada. Cole o arquivo inteiro, com a primeira e a última linha.',
  ),
  passphraseNeeded: phrase(
    'This key has a passphrase. Make a copy without one (ssh-keygen -p -N "" -f copy), import that, and delete the copy.',
    'Esta chave tem frase secreta. Faça uma cópia sem ela (ssh-keygen -p -N "" -f cópia), importe-a e apague a cópia.',
  ),
  kind: phrase(
    'Keys of this kind cannot be used in a browser. Ed25519, ECDSA and RSA can, in OpenSSH or PKCS #8 form (ssh-keygen -p -m PKCS8 -f copy).',
    'Chaves deste tipo não servem em um navegador. Ed25519, ECDSA e RSA servem, na forma OpenSSH ou PKCS #8 (ssh-keygen -p -m PKCS8 -f cópia).',
  ),
}
const reasons = { 'no-key': words['no-key'], passphrase: words.passphraseNeeded, kind: words.kind } as const

export interface NewKeyProps {
  /** The key may appear in the list from here on. */
  readonly onBegin: () => void
  readonly onDone: (key: StoredKey | undefined) => void
}

/** A key is made or imported, kept and, where the member may, registered. */
export function NewKey({ onBegin, onDone }: NewKeyProps) {
  const say = useText()
  const failureText = useFailureText()
  const { keep, register } = useKeys()
  const refusal = useRefusal('public-key:create')
  const [how, setHow] = useState('make')
  const [name, setName] = useState('browser')
  const [text, setText] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const [registers, setRegisters] = useState(refusal === undefined)
  const [trouble, setTrouble] = useState<string>()
  const [kept, setKept] = useState<StoredKey>()
  const [busy, setBusy] = useState(false)

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    onBegin()
    setBusy(true)
    setTrouble(undefined)
    try {
      const jwk = how === 'make' ? await newKeyJwk() : await parsePrivateKey(text)
      const key = kept ?? (await keep({ name: name.trim() || 'browser', jwk, passphrase }))
      setText('')
      if (!registers) return setKept(key)
      setKept(key)
      await register(key)
      onDone(key)
    } catch (error) {
      setTrouble(error instanceof KeyTextError ? say(reasons[error.reason]) : failureText(error))
    } finally {
      setBusy(false)
    }
  }

  if (kept && !busy) {
    return (
      <Stack gap='sm'>
        {trouble !== undefined && (
          <Alert color='red' variant='light' role='alert'>
            {trouble}
          </Alert>
        )}
        <Text size='sm'>{say(words.notRegistered)}</Text>
        <CopyLine text={kept.line} name={say(words.text)} oneLine />
        <Group justify='flex-end'>
          <Button onClick={() => onDone(kept)}>{say(words.go)}</Button>
        </Group>
      </Stack>
    )
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap='sm'>
        <SegmentedControl
          aria-label={say(words.how)}
          size='xs'
          data={[
            { value: 'make', label: say(words.make) },
            { value: 'import', label: say(words.import) },
          ]}
          value={how}
          onChange={setHow}
        />
        <TextInput
          label={say(usual.name)}
          description={say(words.nameText)}
          value={name}
          maxLength={128}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {how === 'import' && (
          <Textarea
            label={say(words.text)}
            description={say(words.textText)}
            className='code-input'
            minRows={4}
            maxRows={6}
            autosize
            spellCheck={false}
            autoComplete='off'
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <PasswordField
          label={say(words.passphrase)}
          description={say(words.passphraseText)}
          autoComplete='new-password'
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <Checkbox
          label={say(words.register)}
          description={refusal}
          disabled={refusal !== undefined}
          checked={registers}
          onChange={(event) => setRegisters(event.currentTarget.checked)}
        />
        {trouble !== undefined && (
          <Alert color='red' variant='light' role='alert'>
            {trouble}
          </Alert>
        )}
        <Group justify='flex-end'>
          <Button variant='default' onClick={() => onDone(undefined)}>
            {say(usual.cancel)}
          </Button>
          <Button type='submit' loading={busy}>
            {say(words.keep)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
