// What a list says of a public key.
import { Text } from '@mantine/core'
import type { PublicKey } from '@sshore/contract'
import { everything } from '../../parts/everything.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { kindOfKey } from './public-key-text.ts'

const anyLogin = phrase('any', 'qualquer')

export function KeyName({ of: { name, data, fingerprint } }: { readonly of: PublicKey }) {
  return (
    <>
      <Text size='sm' fw={600} truncate>
        {name}
      </Text>
      <Text size='xs' c='dimmed' truncate title={fingerprint}>
        {kindOfKey(data)} · <span className='code'>{fingerprint}</span>
      </Text>
    </>
  )
}

export function KeyLogins({ of: { username } }: { readonly of: PublicKey }) {
  const say = useText()
  return username === everything ? say(anyLogin) : <span className='code'>{username}</span>
}
