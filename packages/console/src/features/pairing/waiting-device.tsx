import { Alert, Button, Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { Device } from '@sshore/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useFailureText, useText } from '../../language/use-text.ts'

const facts = [
  [phrase('Name', 'Nome'), 'hostname'],
  [phrase('System', 'Sistema'), 'system'],
  [phrase('Hardware address', 'Endereço físico'), 'mac'],
  [phrase('Comes from', 'Vem de'), 'address'],
] as const

const accept = phrase('Accept this device', 'Aceitar este dispositivo')

/** The device behind a code, to be looked at before it is taken in. */
export function WaitingDevice({
  code,
  onAccepted,
}: {
  readonly code: string
  readonly onAccepted: (device: Device) => void
}) {
  const say = useText()
  const failureText = useFailureText()
  const { client } = useConsole()
  const { tenant } = useUser()
  const waiting = useQuery({
    queryKey: ['pairing', tenant, code],
    queryFn: async () => (await client.getPairing({ params: { code } })).body,
    retry: false,
  })
  const acceptance = useMutation({
    mutationFn: async () => (await client.acceptPairing({ params: { code } })).body,
    onSuccess: onAccepted,
  })
  const error = acceptance.error ?? waiting.error
  if (error) {
    return (
      <Alert color='red' variant='light' role='alert'>
        {failureText(error)}
      </Alert>
    )
  }
  if (!waiting.data) return <Skeleton height={150} aria-busy='true' />
  const { hostname, identity, info, remote_addr } = waiting.data
  const values = {
    hostname: hostname || identity.mac.replaceAll(':', '-'),
    system: [info.pretty_name || info.id, info.arch].filter((word) => word !== '').join(' · '),
    mac: identity.mac,
    address: remote_addr,
  }
  return (
    <Stack>
      <Paper className='card' p='md'>
        <dl className='facts'>
          {facts.map(([label, name]) => (
            <div key={name}>
              <Text component='dt' size='sm' c='dimmed'>
                {say(label)}
              </Text>
              <Text component='dd' size='sm' fw={name === 'hostname' ? 600 : undefined}>
                {values[name]}
              </Text>
            </div>
          ))}
        </dl>
      </Paper>
      <Button loading={acceptance.isPending} onClick={() => acceptance.mutate()}>
        {say(accept)}
      </Button>
    </Stack>
  )
}
