import { Button } from '@mantine/core'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../language/use-text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Listing, type ListingProps } from '../../parts/listing.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { AdminPage } from './admin-page.tsx'
import { adminPerPage } from './administration.ts'
import { admin } from './words.ts'

export interface AdminListProps<Row> extends Omit<ListingProps<Row>, 'perPage' | 'label'> {
  readonly title: string
  readonly text: string
  readonly action?: ReactNode
  /** What stands between the head of the page and the list. */
  readonly filters?: ReactNode
  /** What stands after the list. */
  readonly children?: ReactNode
}

/** A page of the administration that is a list. */
export function AdminList<Row>({ title, text, action, filters, children, ...listing }: AdminListProps<Row>) {
  return (
    <AdminPage title={title} text={text} action={action}>
      {filters !== undefined && <div className='filters'>{filters}</div>}
      <Listing {...listing} label={title} perPage={adminPerPage} />
      {children}
    </AdminPage>
  )
}

/** Instead of a list whose filters leave nothing. */
export function NothingMatches({ onClear }: { readonly onClear?: () => void }) {
  const say = useText()
  const clear = onClear && (
    <Button variant='default' onClick={onClear}>
      {say(admin.showAll)}
    </Button>
  )
  return <EmptyState Icon={IconSearchOff} title={say(admin.nothing)} text={say(admin.nothingText)} action={clear} />
}

export interface AddingProps {
  readonly label: string
  readonly opened: boolean
  readonly onOpen: (opened: boolean) => void
}

export function AddButton({ label, onOpen }: Omit<AddingProps, 'opened'>) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onOpen(true)}>
      {label}
    </Button>
  )
}

export function AddPanel({ label, opened, onOpen, children }: AddingProps & { readonly children: ReactNode }) {
  return (
    <SidePanel opened={opened} title={label} onClose={() => onOpen(false)}>
      {children}
    </SidePanel>
  )
}
