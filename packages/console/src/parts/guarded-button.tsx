import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

export interface GuardedButtonProps extends ButtonProps {
  /** Why it cannot be pressed; the button stays reachable, so that the reason can be read. */
  readonly refusal: string | undefined
  readonly onClick: () => void
  readonly children: ReactNode
  readonly 'aria-label'?: string
}

export function GuardedButton({ refusal, onClick, children, ...props }: GuardedButtonProps) {
  const refused = refusal !== undefined
  return (
    <Tooltip label={refusal} disabled={!refused} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...props}
        {...(refused ? { 'data-disabled': true, 'aria-disabled': true } : {})}
        onClick={() => {
          if (!refused) onClick()
        }}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
