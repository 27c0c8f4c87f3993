import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { phrase } from '../language/language.ts'
import { useText } from '../language/use-text.ts'

const words = { show: phrase('Show what is typed', 'Mostrar o que é digitado') }

/** A secret, and a button that shows it, within reach of the keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const say = useText()
  return (
    <PasswordInput
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': say(words.show) }}
      {...props}
    />
  )
}
