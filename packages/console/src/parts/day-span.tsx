import { TextInput } from '@mantine/core'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'

const words = {
  since: phrase('From this day', 'A partir deste dia'),
  until: phrase('Until this day', 'Até este dia'),
}

export interface DaySpanProps {
  /** Days as 2026-03-01, the last one included; undefined leaves that end open. */
  readonly since: string | undefined
  readonly until: string | undefined
  readonly onChange: (change: { readonly since?: string | undefined; readonly until?: string | undefined }) => void
}

/** Narrows a list to what was between two days, as the calendar of the browser has them. */
export function DaySpan({ since, until, onChange }: DaySpanProps) {
  const say = useText()
  const dayOf = (text: string): string | undefined => (text === '' ? undefined : text)
  return (
    <div className='day-span'>
      <TextInput
        type='date'
        aria-label={say(words.since)}
        title={say(words.since)}
        value={since ?? ''}
        {...(until === undefined ? {} : { max: until })}
        onChange={(event) => onChange({ since: dayOf(event.currentTarget.value) })}
      />
      <span aria-hidden>–</span>
      <TextInput
        type='date'
        aria-label={say(words.until)}
        title={say(words.until)}
        value={until ?? ''}
        {...(since === undefined ? {} : { min: since })}
        onChange={(event) => onChange({ until: dayOf(event.currentTarget.value) })}
      />
    </div>
  )
}
