import { Stack, Text, Title } from '@mantine/core'
import { type Phrase, phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { LinkButton } from '../../navigation.tsx'

const words = {
  title: phrase('Connect your first device', 'Conecte seu primeiro dispositivo'),
  intro: phrase(
    'Three steps to a shell on a machine that has no open port.',
    'Três passos até um shell em uma máquina sem portas abertas.',
  ),
}

interface Step {
  readonly title: Phrase
  readonly text: Phrase
  readonly to: string
  readonly search: object
  readonly action: Phrase
}

const steps: readonly Step[] = [
  {
    title: phrase('Run the agent on a device', 'Execute o agente em um dispositivo'),
    text: phrase(
      'One command, which the console makes for you. The device shows up beside it, to be accepted.',
      'Um comando, que o console monta para você. O dispositivo aparece ao lado, para ser aceito.',
    ),
    to: '/devices',
    search: { add: 'yes' },
    action: usual.addDevice,
  },
  {
    title: phrase('Register your public key', 'Registre sua chave pública'),
    text: phrase(
      'Then no password is asked for. Without a key, the password of the user on the device is.',
      'Assim nenhuma senha é pedida. Sem chave, é pedida a senha do usuário no dispositivo.',
    ),
    to: '/public-keys',
    search: { add: 'yes' },
    action: phrase('Add a public key', 'Adicionar uma chave pública'),
  },
  {
    title: phrase('Open a shell', 'Abra um shell'),
    text: phrase(
      'Each device in the list has its ssh line to copy. scp, VS Code and Ansible work the same way.',
      'Cada dispositivo da lista tem sua linha ssh para copiar. scp, VS Code e Ansible funcionam da mesma forma.',
    ),
    to: '/devices',
    search: {},
    action: phrase('See the devices', 'Ver os dispositivos'),
  },
]

/** The guide of somebody who has just begun; it goes away with the first device. */
export function FirstSteps({ waiting }: { readonly waiting: number }) {
  const say = useText()
  return (
    <section className='card rounded panel first-steps' aria-labelledby='first-steps'>
      <Title order={2} id='first-steps'>
        {say(words.title)}
      </Title>
      <Text size='sm' c='dimmed' mb='lg'>
        {say(words.intro)}
      </Text>
      <ol className='steps steps-wide'>
        {steps.map(({ title, text, to, search, action }, at) => (
          <li key={title.en}>
            <Stack gap={6} align='flex-start'>
              <Text fw={600}>{say(title)}</Text>
              <Text size='sm' c='dimmed'>
                {say(text)}
              </Text>
              <LinkButton
                mt={4}
                size='xs'
                variant={at === 0 && waiting === 0 ? 'filled' : 'default'}
                to={to}
                search={search}
              >
                {say(action)}
              </LinkButton>
            </Stack>
          </li>
        ))}
      </ol>
    </section>
  )
}
