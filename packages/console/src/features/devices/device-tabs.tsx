import type { Stats } from '@sshore/contract'
import { useText } from '../../language/use-text.ts'
import { PlainLink } from '../../navigation.tsx'
import { type Tab, tabs } from './tabs.ts'
import { words } from './words.ts'

export interface DeviceTabsProps {
  readonly current: Tab
  readonly counts: Stats | undefined
}

/** Links rather than a tab list: each state has an address, and the back button works. */
export function DeviceTabs({ current, counts }: DeviceTabsProps) {
  const say = useText()
  return (
    <nav aria-label={say(words.byState)} className='tabs'>
      {tabs.map((tab) => {
        const count = counts?.[tab.count]
        return (
          <PlainLink
            key={tab.status}
            className='tab'
            data-waiting={(tab.status === 'pending' && count !== undefined && count > 0) || undefined}
            aria-current={tab === current ? 'page' : undefined}
            // The router takes an address with more in its search for this link's own: two tabs would be the present one.
            activeOptions={{ exact: true }}
            to='.'
            search={tab.status === 'accepted' ? {} : { status: tab.status }}
          >
            {say(tab.label)}
            {count !== undefined && <span className='count'>{count}</span>}
          </PlainLink>
        )
      })}
    </nav>
  )
}
