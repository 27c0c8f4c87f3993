import { Stack, Title } from '@mantine/core'
import type { AuditEntry } from '@sshore/contract'
import type { Phrase } from '../../../language/language.ts'
import { useLanguage, useText } from '../../../language/use-text.ts'
import { Facts } from '../../../parts/facts.tsx'
import { exactTime } from '../../../parts/time-text.ts'
import { actorNames, words } from './words.ts'

const asText = (value: unknown): string =>
  value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)

/** What changed, fact by fact. */
function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const say = useText()
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted()
  if (names.length === 0) return null
  return (
    <section>
      <Title order={3} size='h4' mb='xs'>
        {say(words.changed)}
      </Title>
      <table className='before-after'>
        <thead>
          <tr>
            <th scope='col'>{say(words.fact)}</th>
            {before && <th scope='col'>{say(words.before)}</th>}
            {after && <th scope='col'>{say(words.after)}</th>}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope='row' className='code'>
                {name}
              </th>
              {before && <td className='code'>{asText(before[name])}</td>}
              {after && <td className='code'>{asText(after[name])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const fact = (label: Phrase, value: string) => ({ label, value, code: true })

/** All that is written down of one thing that was done. */
export function AuditDetails({ of: entry }: { readonly of: AuditEntry }) {
  const say = useText()
  const language = useLanguage()
  const { id, action, actor, target, address, user_agent, request_id, time, before, after } = entry
  return (
    <Stack gap='lg'>
      <Facts
        facts={[
          fact(words.what, action),
          { label: words.when, value: <time dateTime={time}>{exactTime(time, language)}</time> },
          { label: words.by, value: actor.name },
          { label: words.who, value: say(actorNames[actor.kind]) },
          fact(words.target, target.name || target.id),
          fact(words.kind, [target.kind, target.id].filter((part) => part !== '').join(' ')),
          fact(words.from, address),
          { label: words.program, value: user_agent },
          fact(words.request, request_id),
          { label: words.number, value: String(id) },
        ]}
      />
      <Changes before={before} after={after} />
    </Stack>
  )
}
