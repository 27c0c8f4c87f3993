// The login name in the ssh lines: the same for all devices, kept in this browser.
import { Group, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useId, useState } from 'react'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { defaultLogin, isLoginName } from './ssh-line.ts'

const label = phrase('Log in as', 'Entrar como')
const options = {
  key: 'sshore.login',
  defaultValue: defaultLogin,
  getInitialValueInEffect: false,
  serialize: (value: string) => value,
  deserialize: (value: string | undefined) => (value !== undefined && isLoginName(value) ? value : defaultLogin),
}

export function useLoginName(): [string, (name: string) => void] {
  const [login, setLogin] = useLocalStorage(options)
  return [login, setLogin]
}

export function LoginName() {
  const say = useText()
  const [login, setLogin] = useLoginName()
  const [typed, setTyped] = useState(login)
  const id = useId()
  const wrong = !isLoginName(typed)
  return (
    <Group gap={8} wrap='nowrap'>
      <label htmlFor={id} className='quiet-label'>
        {say(label)}
      </label>
      <TextInput
        id={id}
        className='login-name'
        size='xs'
        value={typed}
        error={wrong}
        spellCheck={false}
        autoCapitalize='none'
        autoComplete='off'
        onChange={(event) => {
          const name = event.currentTarget.value
          setTyped(name)
          if (isLoginName(name)) setLogin(name)
        }}
        onBlur={() => setTyped(login)}
      />
    </Group>
  )
}
