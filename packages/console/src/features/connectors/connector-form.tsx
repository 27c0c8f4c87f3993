import { Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { type BodyOf, type Connector, contract } from '@sshore/contract'
import { useConsole } from '../../console-context.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useRefreshConnectors } from './connectors.ts'
import { words } from './words.ts'

type Body = BodyOf<typeof contract.createConnector>
interface Values {
  readonly address: string
  readonly port: string
  readonly secure: boolean
  readonly ca: string
  readonly cert: string
  readonly key: string
}

export function ConnectorForm({
  of: known,
  onDone,
}: {
  readonly of: Connector | undefined
  readonly onDone: () => void
}) {
  const say = useText()
  const { client } = useConsole()
  const refresh = useRefreshConnectors()
  const { form, field, values, change, busy, trouble } = useForm<Values, Body>({
    initial: {
      address: known?.address ?? '',
      port: known && known.port > 0 ? String(known.port) : '',
      secure: known?.secure ?? true,
      ca: known?.tls.ca ?? '',
      cert: known?.tls.cert ?? '',
      key: '',
    },
    schema: contract.createConnector.body,
    bodyOf: ({ address, port, secure, ca, cert, key }) => ({
      enable: known?.enable ?? true,
      secure,
      address: address.trim(),
      port: Number(port.trim() || 0),
      ...(secure ? { tls: { ca, cert, key } } : {}),
    }),
    rules: { address: words.addressRule, port: words.portText },
    paths: { ca: 'tls.ca', cert: 'tls.cert', key: 'tls.key' },
    async send(body) {
      await (known ? client.updateConnector({ params: { uid: known.uid }, body }) : client.createConnector({ body }))
      await refresh()
      onDone()
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label={say(words.address)}
          description={say(words.addressText)}
          placeholder='engine.example.com'
          spellCheck={false}
          autoComplete='off'
          data-autofocus
          {...field('address')}
        />
        <TextInput
          label={say(words.port)}
          description={say(words.portText)}
          placeholder={values.secure ? '2376' : '2375'}
          inputMode='numeric'
          {...field('port')}
        />
        <Switch
          label={say(words.secure)}
          description={say(words.secureText)}
          checked={values.secure}
          onChange={(event) => change({ secure: event.currentTarget.checked })}
        />
        {values.secure &&
          (['ca', 'cert', 'key'] as const).map((name) => (
            <Textarea
              key={name}
              label={say(words[name])}
              {...(name === 'key' ? { description: say(known ? words.keyKept : words.keyText) } : {})}
              autosize
              minRows={2}
              maxRows={5}
              spellCheck={false}
              className='code-input'
              {...field(name)}
            />
          ))}
        <FormEnd trouble={trouble} busy={busy}>
          {say(known ? usual.save : words.add)}
        </FormEnd>
      </Stack>
    </form>
  )
}
