import { Tooltip } from '@mantine/core'
import { type PointerEvent, type ReactElement, type SyntheticEvent, useEffect, useState } from 'react'

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
  useEffect(() => {
    if (!isNear) return undefined
    // A tooltip that is opened by hand does not close by itself (WCAG 2.2, 1.4.13).
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setNear(false)
    }
    const onPress = ({ target: pressed }: Event): void => {
      if (!(pressed instanceof Node && target?.contains(pressed))) setNear(false)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [isNear, target])
  /** A finger cannot stay near: what it touched is told until it touches something else. */
  function go({ pointerType }: PointerEvent): void {
    if (pointerType !== 'touch') leave()
  }
  return (
    <span className='hint' onPointerEnter={come} onPointerLeave={go} onFocus={come} onBlur={leave}>
      {children}
      {target && (isNear || opened) && <Tooltip target={target} label={label} opened />}
    </span>
  )
}
