import type { Stats } from '@sshore/contract'
import { linkTo } from '../../navigation.tsx'
import { type Tab, tabs } from './tabs.ts'

/** Links rather than a tab list: each state has an address, and the back button works. */
export function DeviceTabs({ current, counts }: { readonly current: Tab; readonly counts: Stats | undefined }) {
  return (
    <nav aria-label='Devices by state' className='tabs'>
      {tabs.map((tab) => {
        const count = counts?.[tab.count]
        return (
          <a
            key={tab.status}
            className='tab'
            data-waiting={(tab.status === 'pending' && count !== undefined && count > 0) || undefined}
            aria-current={tab === current ? 'page' : undefined}
            {...linkTo(tab.path)}
          >
            {tab.label}
            {count !== undefined && <span className='count'>{count}</span>}
          </a>
        )
      })}
    </nav>
  )
}
