import { Alert, Anchor, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { byReason, more, namesOf, type Refused } from './refused.ts'

const words = {
  title: phrase(
    (count: number) => (count === 1 ? 'One device is as it was' : `${count} devices are as they were`),
    (count) => (count === 1 ? 'Um dispositivo ficou como estava' : `${count} dispositivos ficaram como estavam`),
  ),
  gone: phrase(
    (count: number) => (count === 1 ? 'One device is not here any more' : `${count} devices are not here any more`),
    (count) => (count === 1 ? 'Um dispositivo não está mais aqui' : `${count} dispositivos não estão mais aqui`),
  ),
  selected: phrase(
    (count: number) => (count === 1 ? 'One is still selected.' : `${count} are still selected.`),
    (count) => (count === 1 ? 'Um continua selecionado.' : `${count} continuam selecionados.`),
  ),
  close: phrase('Dismiss', 'Fechar'),
}

export interface RefusalsProps {
  /** At least one. */
  readonly refused: readonly Refused[]
  /** How many of them are selected, in sight. */
  readonly selected: number
  readonly onDismiss: (refused: readonly Refused[]) => void
}

/** Which of several devices were not changed, and why; those with the same reason together. */
export function Refusals({ refused, selected, onDismiss }: RefusalsProps) {
  const say = useText()
  const left = refused.filter(({ isGone }) => !isGone).length
  return (
    <Alert
      color='red'
      variant='light'
      role='alert'
      title={left > 0 ? say(words.title)(left) : say(words.gone)(refused.length)}
      icon={<IconAlertCircle aria-hidden />}
      withCloseButton
      closeButtonLabel={say(words.close)}
      onClose={() => onDismiss(refused)}
    >
      <ul className='refusals'>
        {byReason(refused).map(({ text, next, those }) => (
          <li key={text}>
            <Text size='sm' component='span'>
              <b>{namesOf(those, say(more))}</b>: {text}
            </Text>{' '}
            {next && (
              <Anchor
                component='button'
                type='button'
                size='sm'
                underline='always'
                onClick={() => {
                  onDismiss(those)
                  next.run()
                }}
              >
                {next.label}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
      {selected > 0 && (
        <Text size='sm' c='dimmed' mt={4}>
          {say(words.selected)(selected)}
        </Text>
      )}
    </Alert>
  )
}
