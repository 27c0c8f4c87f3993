import { TagsInput } from '@mantine/core'
import { type Device, limits } from '@sshore/contract'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { useRefusal } from '../../parts/permission.ts'
import { useTags } from '../tags/tags.ts'
import { useDeviceChanges } from './device-changes.ts'

const rule = phrase(
  'Up to three words of 3 to 255 letters, digits, dots, hyphens or underscores.',
  'Até três palavras de 3 a 255 letras, dígitos, pontos, hífenes ou sublinhados.',
)

/** The tags, saved as they are changed. */
export function DeviceTags({ device }: { readonly device: Device }) {
  const say = useText()
  const attempt = useAttempt()
  const { setTags } = useDeviceChanges()
  const { data: known = [] } = useTags()
  const refusal = useRefusal('device:tag')
  return (
    <TagsInput
      aria-label={say(usual.tags)}
      description={refusal ?? say(rule)}
      data={known}
      maxTags={limits.tag.perItem}
      value={[...device.tags]}
      disabled={refusal !== undefined}
      comboboxProps={{ withinPortal: false }}
      onChange={(tags) => void attempt(() => setTags(device, tags), { done: say(usual.saved) })}
    />
  )
}
