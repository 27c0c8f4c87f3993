// Who logs in on the device, and by what.
import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { ApiError } from '@sshore/client'
import { type SubmitEvent, useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useFailureText, useLanguage, useText } from '../../language/use-text.ts'
import { useLoginName } from '../devices/login-name.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { KeyChoice } from './keys/key-choice.tsx'
import { canKeepKeys, openKey, signWith, type StoredKey } from './keys/key-store.ts'
import { NewKey } from './keys/new-key.tsx'
import { useKeys } from './keys/use-keys.ts'
import type { Trouble } from './connection.ts'
import type { Pane } from './pane-model.ts'
import { troubleText } from './trouble-text.ts'

const words = {
  logIn: phrase(
    (name: string) => `Log in on ${name}`,
    (name) => `Entrar em ${name}`,
  ),
  login: phrase('Login name', 'Nome de login'),
  loginText: phrase('A user of the device, such as root.', 'Um usuário do dispositivo, como root.'),
  by: phrase('Log in by', 'Entrar com'),
  password: phrase('Password', 'Senha'),
  key: phrase('Key', 'Chave'),
  passphrase: phrase('Passphrase of the key', 'Frase secreta da chave'),
  connect: phrase('Connect', 'Conectar'),
  wrongPassphrase: phrase('The passphrase does not open this key.', 'A frase secreta não abre esta chave.'),
  notRegistered: phrase(
    'This key is not registered in this namespace. Register it here, or ask an administrator to.',
    'Esta chave não está registrada neste namespace. Registre-a aqui ou peça a um administrador.',
  ),
  register: phrase('Register the key', 'Registrar a chave'),
  noKeys: phrase(
    'Browsers keep keys only on pages with HTTPS. Open the console by https://, or use the password.',
    'Os navegadores só guardam chaves em páginas com HTTPS. Abra o console por https:// ou use a senha.',
  ),
}

interface Proof {
  readonly login: string
  readonly password?: string
  readonly key?: StoredKey
  readonly passphrase: string
}

function useConnect(pane: Pane) {
  const { client } = useConsole()
  return async ({ login, password, key, passphrase }: Proof): Promise<void> => {
    const device = pane.device.uid
    if (!key) {
      const { body } = await client.createTerminalTicket({
        body: { device, username: login, password: password ?? '' },
      })
      pane.connect({ login, ticket: body.token })
      return
    }
    const opened = await openKey(key, passphrase)
    const { body } = await client.createTerminalTicket({
      body: { device, username: login, fingerprint: key.fingerprint },
    })
    pane.connect({ login, ticket: body.token, sign: ({ data }) => signWith(opened, key.kind, data) })
  }
}

export function LoginForm({ pane, trouble: before }: { readonly pane: Pane; readonly trouble: Trouble | undefined }) {
  const say = useText()
  const language = useLanguage()
  const failureText = useFailureText()
  const connect = useConnect(pane)
  const { keys, register } = useKeys()
  const [usualLogin, setUsualLogin] = useLoginName()
  const [login, setLogin] = useState(pane.login || usualLogin)
  const [by, setBy] = useState(keys.length > 0 ? 'key' : 'password')
  const [password, setPassword] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const [fingerprint, setFingerprint] = useState('')
  const [adding, setAdding] = useState(false)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<readonly string[]>(before ? troubleText(before, language) : [])
  const [unregistered, setUnregistered] = useState<StoredKey>()
  const key = keys.find((each) => each.fingerprint === fingerprint) ?? keys[0]

  function explain(error: unknown): void {
    if (error instanceof DOMException && error.name === 'OperationError') {
      return setTrouble([say(words.wrongPassphrase)])
    }
    if (error instanceof ApiError && error.code === 'public_key_not_found') {
      setUnregistered(key)
      return setTrouble([say(words.notRegistered)])
    }
    setTrouble([failureText(error)])
  }

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setTrouble([])
    setUnregistered(undefined)
    try {
      await work()
    } catch (error) {
      explain(error)
    } finally {
      setBusy(false)
    }
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (busy || login === '' || (by === 'key' && !key)) return
    setUsualLogin(login)
    void attempt(() => connect(by === 'key' && key ? { login, key, passphrase } : { login, password, passphrase }))
  }

  return (
    <div className='terminal-card'>
      <Text component='h2' fw={650} mb='sm'>
        {say(words.logIn)(pane.device.name)}
      </Text>
      <Stack gap='sm'>
        {trouble.length > 0 && (
          <Alert color='red' variant='light' role='alert'>
            {trouble.map((line) => (
              <Text key={line} size='sm'>
                {line}
              </Text>
            ))}
            {unregistered && (
              <Button
                mt='xs'
                size='xs'
                variant='default'
                loading={busy}
                onClick={() => void attempt(() => register(unregistered))}
              >
                {say(words.register)}
              </Button>
            )}
          </Alert>
        )}
        <SegmentedControl
          aria-label={say(words.by)}
          size='xs'
          data={[
            { value: 'password', label: say(words.password) },
            { value: 'key', label: say(words.key) },
          ]}
          value={by}
          onChange={setBy}
        />
        {by === 'key' && !canKeepKeys() && <Text size='sm'>{say(words.noKeys)}</Text>}
        {by === 'key' && canKeepKeys() && (adding || !key) ? (
          <NewKey
            onBegin={() => setAdding(true)}
            onDone={(made) => {
              setAdding(false)
              if (made) setFingerprint(made.fingerprint)
              else if (!key) setBy('password')
            }}
          />
        ) : (
          <form onSubmit={submit}>
            <Stack gap='sm'>
              <TextInput
                label={say(words.login)}
                description={say(words.loginText)}
                value={login}
                spellCheck={false}
                autoCapitalize='none'
                autoComplete='off'
                required
                withAsterisk={false}
                onChange={(event) => setLogin(event.currentTarget.value.trim())}
              />
              {by === 'password' && (
                <PasswordField
                  label={say(words.password)}
                  value={password}
                  autoComplete='off'
                  onChange={(event) => setPassword(event.currentTarget.value)}
                />
              )}
              {by === 'key' && key && (
                <KeyChoice keys={keys} chosen={key} onChoose={setFingerprint} onNew={() => setAdding(true)} />
              )}
              {by === 'key' && key?.needsPassphrase && (
                <PasswordField
                  label={say(words.passphrase)}
                  value={passphrase}
                  autoComplete='off'
                  onChange={(event) => setPassphrase(event.currentTarget.value)}
                />
              )}
              <Group justify='flex-end'>
                <Button type='submit' loading={busy} disabled={by === 'key' && !key}>
                  {say(words.connect)}
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </Stack>
    </div>
  )
}
