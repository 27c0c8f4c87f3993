import { IconSpeakerphone } from '@tabler/icons-react'
import { useState } from 'react'
import { useFailureText, useText } from '../../language/use-text.ts'
import { Markdown } from '../../parts/markdown.tsx'
import { Moment } from '../../parts/moment.tsx'
import { type ShortAnnouncement, useAnnouncement, useAnnouncements } from './announcements.ts'
import { words } from './words.ts'

function Content({ of: { uuid } }: { readonly of: ShortAnnouncement }) {
  const failureText = useFailureText()
  const { data, error } = useAnnouncement(uuid)
  if (error) return <p>{failureText(error)}</p>
  return data ? <Markdown text={data.content} /> : <p aria-busy='true'>…</p>
}

/** The newest announcement, for people who cannot sign in because of what it says, and everybody else. */
export function AnnouncementAtLogin() {
  const say = useText()
  const { data } = useAnnouncements()
  const [opened, setOpened] = useState(false)
  const newest = data?.rows[0]
  if (!newest) return null
  return (
    <aside aria-label={say(words.notice)}>
      <details className='announced-at-login' onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary>
          <IconSpeakerphone size={18} aria-hidden />
          <span className='announced-title'>{newest.title}</span>
          <span className='announced-when'>
            <Moment time={newest.date} />
          </span>
        </summary>
        {opened && (
          <article>
            <Content of={newest} />
          </article>
        )}
      </details>
    </aside>
  )
}
