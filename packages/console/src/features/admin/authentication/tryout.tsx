import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { contract, ReplyOf } from '@sshore/contract'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { FormTrouble } from '../../../forms/form-end.tsx'
import type { Phrase } from '../../../language/language.ts'
import { useFailureText, useText } from '../../../language/use-text.ts'
import { type Fact, Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/moment.tsx'
import type { SamlEdit } from './settings.ts'
import { words } from './words.ts'

type Found = ReplyOf<typeof contract.adminTrySaml>

function Certificate({ of: { subject, valid_until: until } }: { readonly of: Found['certificates'][number] }) {
  const say = useText()
  const { now } = useConsole()
  const over = Date.parse(until) <= now()
  return (
    <Text size='sm' component='span' display='block' {...(over ? { c: 'var(--mantine-color-error)' } : {})}>
      {subject} ({say(over ? words.ended : words.ends)} <Moment time={until} />)
    </Text>
  )
}

const faultOfServerFrom = 500

/** What its address for signing in says to the server. */
function answerOf({ status, reason }: Found): Phrase {
  if (reason === 'answered') return words.answers(status)
  return reason === 'timeout' ? words.late : words.noAnswer
}

function Result({ found }: { readonly found: Found }) {
  const say = useText()
  const answered = found.reason === 'answered'
  const isWell = answered && found.status < faultOfServerFrom
  const facts: readonly Fact[] = [
    { label: words.entity, value: found.entity_id, code: true },
    { label: words.signon, value: found.signon_url, code: true },
    {
      label: words.certificates,
      value: found.certificates.map((each) => <Certificate key={`${each.subject} ${each.valid_until}`} of={each} />),
    },
  ]
  return (
    <Stack gap='xs'>
      <Facts facts={facts} />
      <output>
        <Alert color={isWell ? 'sea' : 'orange'} variant='light' role='presentation'>
          {say(answerOf(found))} {!answered && say(words.notReached)}
        </Alert>
      </output>
    </Stack>
  )
}

/** Shows what the server finds of a provider as it is typed in here; nothing is set by it. */
export function Tryout({ edit }: { readonly edit: SamlEdit['idp'] }) {
  const say = useText()
  const failureText = useFailureText()
  const { client } = useConsole()
  const [state, setState] = useState<{ busy?: true; found?: Found; trouble?: string }>({})
  async function go(): Promise<void> {
    if (!edit) return
    setState({ busy: true })
    try {
      setState({ found: (await client.adminTrySaml({ body: { idp: edit } })).body })
    } catch (error) {
      setState({ trouble: failureText(error) })
    }
  }
  return (
    <Stack gap='xs'>
      <Group justify='space-between'>
        <Text size='sm' c='dimmed' className='grow'>
          {say(words.tryText)}
        </Text>
        <Button variant='default' loading={state.busy === true} onClick={() => void go()}>
          {say(words.tryIt)}
        </Button>
      </Group>
      <FormTrouble text={state.trouble} />
      {state.found && <Result found={state.found} />}
    </Stack>
  )
}
