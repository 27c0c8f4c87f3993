import { Switch, Tooltip } from '@mantine/core'

export interface GuardedSwitchProps {
  /** Why it cannot be switched; it stays reachable, so that the reason can be read. */
  readonly refusal: string | undefined
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** A switch of a row, named by its column and what the row is of. */
export function GuardedSwitch({ refusal, label, checked, onChange }: GuardedSwitchProps) {
  const refused = refusal !== undefined
  return (
    <Tooltip label={refusal} disabled={!refused} events={{ hover: true, focus: true, touch: true }}>
      {/* The input of a switch has no size: what is pointed at is around it. */}
      <div className='guarded-switch'>
        <Switch
          size='sm'
          aria-label={label}
          checked={checked}
          {...(refused ? { 'aria-disabled': true, opacity: 0.5 } : {})}
          onChange={({ currentTarget }) => {
            if (!refused) onChange(currentTarget.checked)
          }}
        />
      </div>
    </Tooltip>
  )
}
