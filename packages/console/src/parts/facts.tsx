import type { ReactNode } from 'react'
import type { Phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'

export interface Fact {
  readonly label: Phrase
  readonly value: ReactNode
  /** Letter by letter as it is. */
  readonly code?: boolean
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const say = useText()
  return (
    <dl className='facts'>
      {facts.map(({ label, value, code = false }) => (
        <div key={label.en}>
          <dt>{say(label)}</dt>
          <dd className={code ? 'code' : undefined}>{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
