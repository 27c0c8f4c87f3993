import { Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

export interface PanelProps {
  readonly title: string
  readonly action?: ReactNode
  readonly danger?: boolean
  readonly children: ReactNode
}

/** A part of a page with a heading of its own. */
export function Panel({ title, action, danger = false, children }: PanelProps) {
  const id = useId()
  return (
    <section className='card rounded panel' data-danger={danger || undefined} aria-labelledby={id}>
      <Group justify='space-between' mb='sm' wrap='nowrap'>
        <Title order={2} id={id}>
          {title}
        </Title>
        {action !== undefined && <div className='panel-action'>{action}</div>}
      </Group>
      {children}
    </section>
  )
}
