import { Alert, Anchor, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { linkTo } from '../../navigation.tsx'
import { focusOnArrival } from '../../parts/focus.ts'
import { usePageTitle } from '../../parts/page-title.ts'
import { useRefusal } from '../../parts/permission.ts'
import { LoginName } from '../devices/login-name.tsx'
import { Reaching } from '../devices/reaching.tsx'
import { codeIn, grouped, isComplete } from './pairing-code.ts'
import { WaitingDevice } from './waiting-device.tsx'

function Accepted({ device, onAnother }: { readonly device: Device; readonly onAnother: () => void }) {
  return (
    <Stack aria-live='polite'>
      <Group gap='xs'>
        <IconCircleCheck size={22} className='good' aria-hidden />
        <Text fw={600}>{device.name} is yours.</Text>
      </Group>
      <Text size='sm' c='dimmed'>
        It connects within a few seconds. This opens a shell on it:
      </Text>
      <Reaching device={device} oneLine={false} />
      <LoginName />
      <Group mt='xs'>
        <Button component='a' {...linkTo('/devices')}>
          See all devices
        </Button>
        <Button variant='default' onClick={onAnother}>
          Enter another code
        </Button>
      </Group>
    </Stack>
  )
}

/** Accepts a device by the code it shows. `given`: from the address that the device printed with it. */
export function PairingPage({ given }: { readonly given: string }) {
  usePageTitle('Accept a device')
  const [code, setCode] = useState(codeIn(given))
  const [accepted, setAccepted] = useState<Device>()
  const refusal = useRefusal('device:accept')
  return (
    <Stack className='narrow' gap='lg'>
      <div>
        <Title order={1}>Accept a device</Title>
        <Text c='dimmed' size='sm' mt={4}>
          A device that was started without a namespace shows a code, for ten minutes.
        </Text>
      </div>
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
              label='Code'
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
      <Anchor size='sm' {...linkTo('/devices')}>
        Back to the devices
      </Anchor>
    </Stack>
  )
}
