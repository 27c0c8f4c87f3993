import { TextInput } from '@mantine/core'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'
import { useTyped } from './use-typed.ts'

const words = {
  since: phrase('From', 'Desde'),
  sinceDay: phrase('From this day', 'Desde este dia'),
  until: phrase('Until', 'Até'),
  untilDay: phrase('Until this day', 'Até este dia'),
}

interface DayProps {
  readonly label: string
  /** For who does not see that it is a day. */
  readonly name: string
  readonly day: string | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChange: (day: string | undefined) => void
}

/** While a year is typed, it is 0002, 0020 and 0202 before it is 2026. */
const isWhole = (day: string): boolean => day === '' || day >= '1000'

function Day({ label, name, day = '', min, max, onChange }: DayProps) {
  const { typed, type: write, tell } = useTyped(day)
  function type(next: string): void {
    write(next)
    if (!isWhole(next)) return
    tell(next)
    onChange(next === '' ? undefined : next)
  }
  return (
    <TextInput
      className='day'
      type='date'
      aria-label={name}
      leftSection={<span aria-hidden>{label}</span>}
      leftSectionWidth='3.25rem'
      value={typed}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      onChange={({ currentTarget: { value } }) => type(value)}
    />
  )
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
  return (
    <>
      <Day
        label={say(words.since)}
        name={say(words.sinceDay)}
        day={since}
        max={until}
        onChange={(day) => onChange({ since: day })}
      />
      <Day
        label={say(words.until)}
        name={say(words.untilDay)}
        day={until}
        min={since}
        onChange={(day) => onChange({ until: day })}
      />
    </>
  )
}
