import { Alert, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearch } from '@tanstack/react-router'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { Link, LinkButton } from '../../navigation.tsx'
import { focusOnArrival } from '../../parts/focus.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { type Search, textIn } from '../../router/search-text.ts'
import { LoginName } from '../devices/login-name.tsx'
import { Reaching } from '../devices/reaching.tsx'
import { codeIn, grouped, isComplete } from './pairing-code.ts'
import { WaitingDevice } from './waiting-device.tsx'

const words = {
  title: phrase('Accept a device', 'Aceitar um dispositivo'),
  intro: phrase(
    'A device that was started without a namespace shows a code, for ten minutes.',
    'Um dispositivo iniciado sem namespace mostra um código, por dez minutos.',
  ),
  yours: phrase(
    (name: string) => `${name} is yours.`,
    (name) => `${name} é seu.`,
  ),
  soon: phrase(
    'It connects within a few seconds. This opens a shell on it:',
    'Ele se conecta em segundos. Isto abre um shell nele:',
  ),
  all: phrase('See all devices', 'Ver todos os dispositivos'),
  another: phrase('Enter another code', 'Digitar outro código'),
  code: phrase('Code', 'Código'),
  back: phrase('Back to the devices', 'Voltar aos dispositivos'),
}

function Accepted({ device, onAnother }: { readonly device: Device; readonly onAnother: () => void }) {
  const say = useText()
  return (
    <Stack aria-live='polite'>
      <Group gap='xs'>
        <IconCircleCheck size={22} className='good' aria-hidden />
        <Text fw={600}>{say(words.yours)(device.name)}</Text>
      </Group>
      <Text size='sm' c='dimmed'>
        {say(words.soon)}
      </Text>
      <Reaching device={device} oneLine={false} />
      <LoginName />
      <Group mt='xs'>
        <LinkButton to='/devices'>{say(words.all)}</LinkButton>
        <Button variant='default' onClick={onAnother}>
          {say(words.another)}
        </Button>
      </Group>
    </Stack>
  )
}

/** Accepts a device by the code it shows, which is in the address that the device printed with it. */
export function PairingPage() {
  const say = useText()
  const search: Search = useSearch({ strict: false })
  const [code, setCode] = useState(codeIn(textIn(search, 'code') ?? ''))
  const [accepted, setAccepted] = useState<Device>()
  const refusal = useRefusal('device:accept')
  return (
    <Stack className='narrow' gap='lg'>
      <PageHead title={say(words.title)} text={say(words.intro)} />
      <Paper className='card' p={{ base: 'lg', xs: 'xl' }}>
        {accepted ? (
          <Accepted
            device={accepted}
            onAnother={() => {
              setAccepted(undefined)
              setCode('')
            }}
          />
        ) : (
          <Stack>
            {refusal !== undefined && (
              <Alert color='orange' variant='light'>
                {refusal}
              </Alert>
            )}
            <TextInput
              className='pairing-code'
              label={say(words.code)}
              labelProps={{ size: 'sm' }}
              placeholder='XXXX XXXX'
              size='lg'
              ref={focusOnArrival}
              autoComplete='off'
              autoCapitalize='characters'
              spellCheck={false}
              disabled={refusal !== undefined}
              value={grouped(code)}
              onChange={(event) => setCode(codeIn(event.currentTarget.value))}
            />
            {refusal === undefined && isComplete(code) && (
              <WaitingDevice key={code} code={code} onAccepted={setAccepted} />
            )}
          </Stack>
        )}
      </Paper>
      <Link size='sm' to='/devices'>
        {say(words.back)}
      </Link>
    </Stack>
  )
}
