import { Button, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { ApiError } from '@sshore/client'
import type { Device } from '@sshore/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import { FormTrouble } from '../../forms/form-end.tsx'
import { phrase } from '../../language/language.ts'
import { useFailureText, useText } from '../../language/use-text.ts'
import { Trouble } from '../../parts/trouble.tsx'

const facts = [
  [phrase('Name', 'Nome'), 'hostname'],
  [phrase('System', 'Sistema'), 'system'],
  [phrase('Hardware address', 'Endereço físico'), 'mac'],
  [phrase('Comes from', 'Vem de'), 'address'],
] as const

const words = {
  accept: phrase('Accept this device', 'Aceitar este dispositivo'),
  notLoaded: phrase('The device could not be loaded', 'Não foi possível carregar o dispositivo'),
}

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
  const { error } = waiting
  // Asking again would not help: the code leads to no device.
  if (error instanceof ApiError && error.code === 'pairing_code_not_found') {
    return <FormTrouble text={failureText(error)} />
  }
  if (error) return <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void waiting.refetch()} />
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
      <FormTrouble text={acceptance.error ? failureText(acceptance.error) : undefined} />
      <Button loading={acceptance.isPending} onClick={() => acceptance.mutate()}>
        {say(words.accept)}
      </Button>
    </Stack>
  )
}
