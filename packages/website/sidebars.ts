import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'
import { type SidebarEntry, sidebar } from './site/routes.ts'

type Item = Extract<SidebarsConfig[string], readonly unknown[]>[number]

const itemOf = (entry: SidebarEntry): Item =>
  typeof entry === 'string'
    ? entry
    : {
        type: 'category',
        label: entry.label,
        items: entry.items.map(itemOf),
        ...(entry.page ? { link: { type: 'doc' as const, id: entry.page } } : {}),
      }

export default { docs: sidebar.map(itemOf) } satisfies SidebarsConfig
