import { Button, Tooltip } from '@mantine/core'
import { usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'

export interface SaveButtonProps {
  readonly refusal?: string | undefined
  readonly busy: boolean
  readonly changed: boolean
}

/** Sends its form once there is something to save; whoever may not can reach it, so that the reason can be read. */
export function SaveButton({ refusal, busy, changed }: SaveButtonProps) {
  const say = useText()
  const refused = refusal !== undefined
  return (
    <Tooltip label={refusal} disabled={!refused} events={{ hover: true, focus: true, touch: true }}>
      <Button
        type='submit'
        loading={busy}
        {...(refused
          ? // Enter in the only field of a form without a button that submits would submit it (HTML, implicit submission).
            { 'data-disabled': true, 'aria-disabled': true, onClick: (event) => event.preventDefault() }
          : { disabled: !changed })}
      >
        {say(usual.save)}
      </Button>
    </Tooltip>
  )
}
