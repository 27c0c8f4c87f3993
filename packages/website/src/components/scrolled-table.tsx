import type { ComponentProps } from 'react'

/** A table that is scrolled sideways where it does not fit, with the keyboard too (WCAG 2.2, 2.1.1). */
export function ScrolledTable(props: ComponentProps<'table'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached
    <div className='scrolled-table' tabIndex={0}>
      <table {...props} />
    </div>
  )
}
