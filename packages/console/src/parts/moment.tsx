import { usual } from '../language/usual-words.ts'
import { useLanguage, useText } from '../language/use-text.ts'
import { Hint } from './hint.tsx'
import { useNow } from './now.ts'
import { exactTime, relativeTime } from './time-text.ts'

/** A point in time, in words; the exact value for whoever hovers, touches or listens. */
export function Moment({ time }: { readonly time: string }) {
  const say = useText()
  const language = useLanguage()
  const text = relativeTime(time, useNow(15), language)
  if (text === undefined) return <span>{say(usual.never)}</span>
  const exact = exactTime(time, language)
  return (
    <Hint label={exact}>
      <time dateTime={time}>
        {text}
        <span className='unseen'>, {exact}</span>
      </time>
    </Hint>
  )
}
