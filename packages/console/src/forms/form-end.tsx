import { Alert, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** What the server or the form's own rules say against what was sent, where it is about no single field. */
export function FormTrouble({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Alert color='red' variant='light' role='alert'>
      {text}
    </Alert>
  )
}

export interface FormEndProps {
  readonly trouble: string | undefined
  readonly busy: boolean
  /** What the button says that sends it. */
  readonly children: ReactNode
}

/** The end of a form that makes or changes one thing. */
export function FormEnd({ trouble, busy, children }: FormEndProps) {
  return (
    <>
      <FormTrouble text={trouble} />
      <Group justify='flex-end'>
        <Button type='submit' loading={busy}>
          {children}
        </Button>
      </Group>
    </>
  )
}
