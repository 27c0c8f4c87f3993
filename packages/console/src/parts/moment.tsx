import { usual } from '../language/usual-words.ts'
import { useLanguage, useText } from '../language/use-text.ts'
import { Hint } from './hint.tsx'
import { useNow } from './now.ts'
import { exactTime, relativeTime } from './time-text.ts'

/** A point in time, in words; the exact value on hover. */
export function Moment({ time }: { readonly time: string }) {
  const say = useText()
  const language = useLanguage()
  const text = relativeTime(time, useNow(15), language)
  if (text === undefined) return <span>{say(usual.never)}</span>
  return (
    <Hint label={exactTime(time, language)}>
      <time dateTime={time}>{text}</time>
    </Hint>
  )
}
