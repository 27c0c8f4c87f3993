import { Tooltip } from '@mantine/core'
import { useNow } from './now.ts'
import { exactTime, relativeTime } from './time-text.ts'

/** A point in time, in words; the exact value on hover. */
export function Moment({ time }: { readonly time: string }) {
  const text = relativeTime(time, useNow(15))
  if (text === undefined) return <span>never</span>
  return (
    <Tooltip label={exactTime(time)}>
      <time dateTime={time}>{text}</time>
    </Tooltip>
  )
}
