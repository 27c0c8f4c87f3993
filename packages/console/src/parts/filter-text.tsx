import { Group, Pill } from '@mantine/core'
import type { PublicKeyFilter } from '@sshore/contract'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'
import { everything } from './everything.ts'

const every = phrase('every device', 'todos os dispositivos')

/** Which devices something is for. */
export function FilterText({ filter }: { readonly filter: PublicKeyFilter }) {
  const say = useText()
  if ('tags' in filter) {
    return (
      <Group gap={4} component='span'>
        {filter.tags.map((tag) => (
          <Pill key={tag} size='xs'>
            {tag}
          </Pill>
        ))}
      </Group>
    )
  }
  return filter.hostname === everything ? say(every) : <span className='code'>{filter.hostname}</span>
}
