import { TagsInput } from '@mantine/core'
import { type Device, limits } from '@sshore/contract'
import { useState } from 'react'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { useRefusal } from '../../parts/permission.ts'
import { isTag, tagRule } from '../tags/is-tag.ts'
import { useTags } from '../../forms/use-tags.ts'
import { useDeviceChanges } from './device-changes.ts'

/** The tags, saved as they are changed. */
export function DeviceTags({ device }: { readonly device: Device }) {
  const say = useText()
  const attempt = useAttempt()
  const { setTags } = useDeviceChanges()
  const { data: known = [] } = useTags()
  const refusal = useRefusal('device:tag')
  const [wrong, setWrong] = useState(false)

  function save(tags: readonly string[]): void {
    const fit = tags.every(isTag)
    setWrong(!fit)
    if (fit) void attempt(() => setTags(device, tags), { done: say(usual.saved) })
  }

  return (
    <TagsInput
      aria-label={say(usual.tags)}
      description={wrong ? undefined : (refusal ?? say(tagRule))}
      error={wrong && say(tagRule)}
      data={known}
      maxTags={limits.tag.perItem}
      value={[...device.tags]}
      disabled={refusal !== undefined}
      comboboxProps={{ withinPortal: false, position: 'top' }}
      onChange={save}
    />
  )
}
