import { Button } from '@mantine/core'
import { useState } from 'react'
import { useConsole } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { useFailureText, useText } from '../../language/use-text.ts'
import { words } from './words.ts'
import { Told } from '../../parts/told.tsx'

/** Asks for the mail that confirms an address once more. */
export function Resend({ username }: { readonly username: string }) {
  const say = useText()
  const failureText = useFailureText()
  const { client } = useConsole()
  const [state, setState] = useState<'ready' | 'busy' | 'sent'>('ready')
  const [trouble, setTrouble] = useState<string>()
  async function send(): Promise<void> {
    setState('busy')
    setTrouble(undefined)
    try {
      await client.resendConfirmation({ body: { username } })
      setState('sent')
    } catch (error) {
      setTrouble(failureText(error))
      setState('ready')
    }
  }
  if (state === 'sent') {
    return <Told>{say(words.sentAgain)}</Told>
  }
  return (
    <>
      <FormTrouble text={trouble} />
      <Button variant='default' loading={state === 'busy'} onClick={() => void send()}>
        {say(words.again)}
      </Button>
    </>
  )
}
