import { TagsInput } from '@mantine/core'
import { type Device, limits } from '@sshore/contract'
import { useState } from 'react'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { useInTurn } from '../../parts/in-turn.ts'
import { useRefusal } from '../../parts/permission.ts'
import { tagRule, toldApart } from '../tags/is-tag.ts'
import { useTags } from '../../forms/use-tags.ts'
import { useDeviceChanges } from './device-changes.ts'

/** The tags, saved as they are changed. */
export function DeviceTags({ device }: { readonly device: Device }) {
  const say = useText()
  const attempt = useAttempt()
  const inTurn = useInTurn(`tags of ${device.uid}`)
  const { setTags } = useDeviceChanges()
  const { data: known = [] } = useTags()
  const refusal = useRefusal('device:tag')
  // All tags go with every change, so that the next one is made to those that are still on their way.
  const [onTheWay, setOnTheWay] = useState<readonly string[]>()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState('')
  const tags = onTheWay ?? device.tags
  const wrong = refused !== '' && text === refused

  function save(entered: readonly string[]): void {
    const { fit, unfit } = toldApart(entered)
    setRefused(unfit)
    // The field may empty itself after it has told of what is in it.
    if (unfit !== '') queueMicrotask(() => setText(unfit))
    if (fit.join(' ') === tags.join(' ')) return
    setOnTheWay(fit)
    void attempt(() => inTurn(() => setTags(device, fit)), { done: say(usual.saved) }).then(() =>
      setOnTheWay((newest) => (newest === fit ? undefined : newest)),
    )
  }

  return (
    <TagsInput
      aria-label={say(usual.tags)}
      description={wrong ? undefined : (refusal ?? say(tagRule))}
      error={wrong && say(tagRule)}
      data={known}
      maxTags={limits.tag.perItem}
      value={[...tags]}
      searchValue={text}
      disabled={refusal !== undefined}
      comboboxProps={{ withinPortal: false, position: 'top' }}
      onSearchChange={setText}
      onChange={save}
    />
  )
}
