import { Tooltip } from '@mantine/core'
import { type ReactElement, type SyntheticEvent, useState } from 'react'

export interface HintProps {
  readonly label: string
  /** Shown without anybody being near. */
  readonly opened?: boolean
  /** One element. What the label says has to be in its name as well: it is no description. */
  readonly children: ReactElement
}

/**
 * A tooltip that is made when somebody comes near. Lists have hundreds, and to keep each one ready takes most of the time in which a page
 * of a list is drawn.
 */
export function Hint({ label, opened = false, children }: HintProps) {
  const [target, setTarget] = useState<HTMLElement>()
  const [isNear, setNear] = useState(false)
  function come({ currentTarget }: SyntheticEvent<HTMLElement>): void {
    const child = currentTarget.firstElementChild
    if (child instanceof HTMLElement) setTarget(child)
    setNear(true)
  }
  const leave = (): void => setNear(false)
  return (
    <span className='hint' onPointerEnter={come} onPointerLeave={leave} onFocus={come} onBlur={leave}>
      {children}
      {target && (isNear || opened) && <Tooltip target={target} label={label} opened />}
    </span>
  )
}
