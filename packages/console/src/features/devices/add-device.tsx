import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { Link } from '../../navigation.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { AgentLine } from './agent-line.tsx'
import { Arrivals } from './arrival-list.tsx'

const words = {
  run: phrase('Run this on the device', 'Execute isto no dispositivo'),
  how: phrase(
    'As root it serves every user of the device; as another user, that user alone. It dials out: no port needs to be open.',
    'Como root, atende todos os usuários do dispositivo; como outro usuário, só ele. Conecta de dentro para fora: nenhuma porta precisa ficar aberta.',
  ),
  where: phrase('How to tell where it belongs', 'Como dizer a quem pertence'),
  withTenant: phrase('With this namespace', 'Com este namespace'),
  withCode: phrase('With a code', 'Com um código'),
  isTenant: phrase('is the ID of this namespace.', 'é o ID deste namespace.'),
  codeShown: phrase(
    'The device shows a short code, to be entered within ten minutes on the page',
    'O dispositivo mostra um código curto, a digitar em dez minutos na página',
  ),
  acceptPage: phrase('Accept a device', 'Aceitar um dispositivo'),
  accept: phrase('Accept it', 'Aceite-o'),
}

function Steps() {
  const say = useText()
  const { tenant } = useUser()
  const [way, setWay] = useState('tenant')
  return (
    <Stack component='ol' className='steps' gap='xl'>
      <li>
        <Text fw={600} mb={4}>
          {say(words.run)}
        </Text>
        <Text size='sm' c='dimmed' mb='sm'>
          {say(words.how)}
        </Text>
        <SegmentedControl
          fullWidth
          size='xs'
          mb='xs'
          aria-label={say(words.where)}
          data={[
            { value: 'tenant', label: say(words.withTenant) },
            { value: 'code', label: say(words.withCode) },
          ]}
          value={way}
          onChange={setWay}
        />
        <AgentLine flags={way === 'tenant' ? ['--tenant', tenant] : []} />
        <Text size='xs' c='dimmed' mt='xs'>
          {way === 'tenant' ? (
            <>
              <span className='code'>{tenant}</span> {say(words.isTenant)}
            </>
          ) : (
            <>
              {say(words.codeShown)} <Link to='/accept-device'>{say(words.acceptPage)}</Link>.
            </>
          )}
        </Text>
      </li>
      <li>
        <Text fw={600} mb={4}>
          {say(words.accept)}
        </Text>
        <Arrivals />
      </li>
    </Stack>
  )
}

export function AddDevice({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const say = useText()
  return (
    <SidePanel opened={opened} onClose={onClose} title={say(usual.addDevice)}>
      <Steps />
    </SidePanel>
  )
}
