import { TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { useText } from '../language/use-text.ts'
import { userLabels } from './user-rules.ts'

interface Field {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

export interface UserFieldsProps {
  readonly field: (name: 'name' | 'username' | 'email') => Field
  /** They are about whoever sits in front of them, and the browser may fill them in. */
  readonly own?: boolean
}

/** Name, user name and e-mail address of a user. */
export function UserFields({ field, own = false }: UserFieldsProps) {
  const say = useText()
  return (
    <>
      <TextInput
        label={say(own ? userLabels.name : userLabels.theirName)}
        autoComplete={own ? 'name' : 'off'}
        {...field('name')}
      />
      <TextInput
        label={say(userLabels.username)}
        autoComplete={own ? 'username' : 'off'}
        autoCapitalize='none'
        spellCheck={false}
        {...field('username')}
      />
      <TextInput label={say(userLabels.email)} type='email' autoComplete={own ? 'email' : 'off'} {...field('email')} />
    </>
  )
}
