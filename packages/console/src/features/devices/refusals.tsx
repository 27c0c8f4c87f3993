import { Alert, Anchor, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import type { Refused } from './device-changes.ts'

const words = {
  title: phrase(
    (count: number) => (count === 1 ? 'One device is as it was' : `${count} devices are as they were`),
    (count) => (count === 1 ? 'Um dispositivo ficou como estava' : `${count} dispositivos ficaram como estavam`),
  ),
  selected: phrase('They are still selected.', 'Eles continuam selecionados.'),
  more: phrase(
    (count: number) => `${count} more`,
    (count) => `mais ${count}`,
  ),
  close: phrase('Dismiss', 'Fechar'),
}
const namesShown = 5

function names(refused: readonly Refused[], more: (count: number) => string): string {
  const shown = refused.slice(0, namesShown).map(({ device }) => device.name)
  const left = refused.length - shown.length
  return [...shown, ...(left > 0 ? [more(left)] : [])].join(', ')
}

export interface RefusalsProps {
  readonly refused: readonly Refused[]
  readonly onClose: () => void
}

/** Which of several devices were not changed, and why; those with the same reason together. */
export function Refusals({ refused, onClose }: RefusalsProps) {
  const say = useText()
  const reasons = [...Map.groupBy(refused, ({ text }) => text)]
  return (
    <Alert
      color='red'
      variant='light'
      role='alert'
      title={say(words.title)(refused.length)}
      icon={<IconAlertCircle aria-hidden />}
      withCloseButton
      closeButtonLabel={say(words.close)}
      onClose={onClose}
    >
      <ul className='refusals'>
        {reasons.map(([text, those]) => {
          const next = those[0]?.next
          return (
            <li key={text}>
              <Text size='sm' component='span'>
                <b>{names(those, say(words.more))}</b>: {text}
              </Text>{' '}
              {next && (
                <Anchor
                  component='button'
                  type='button'
                  size='sm'
                  underline='always'
                  onClick={() => {
                    onClose()
                    next.run()
                  }}
                >
                  {next.label}
                </Anchor>
              )}
            </li>
          )
        })}
      </ul>
      <Text size='sm' c='dimmed' mt={4}>
        {say(words.selected)}
      </Text>
    </Alert>
  )
}
