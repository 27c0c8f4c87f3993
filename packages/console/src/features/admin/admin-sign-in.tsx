import { Stack, Switch, Text, TextInput } from '@mantine/core'
import { type BodyOf, contract, type ReplyOf } from '@sshore/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useConsole } from '../../console-context.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { CopyLine } from '../../parts/copy-line.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { words } from './words.ts'

type Authentication = ReplyOf<typeof contract.adminGetAuthentication>
type Body = BodyOf<typeof contract.adminSetSaml>

function useChange() {
  const say = useText()
  const attempt = useAttempt()
  const queries = useQueryClient()
  return (work: () => Promise<unknown>) =>
    void attempt(
      async () => {
        await work()
        await queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first === 'admin' || first === 'info' })
      },
      { done: say(usual.saved) },
    )
}

function Provider({ saml }: { readonly saml: Authentication['saml'] }) {
  const say = useText()
  const { client } = useConsole()
  const queries = useQueryClient()
  const { form, field, busy, trouble } = useForm<{ readonly metadata_url: string }, Body>({
    initial: { metadata_url: saml.idp?.metadata_url ?? '' },
    schema: contract.adminSetSaml.body,
    bodyOf: ({ metadata_url }) => ({ idp: { metadata_url: metadata_url.trim() } }),
    rules: { idp: words.metadataText },
    async send(body) {
      await client.adminSetSaml({ body })
      await queries.invalidateQueries({ queryKey: ['admin'] })
    },
  })
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label={say(words.metadata)}
          description={say(words.metadataText)}
          placeholder='https://idp.example.org/metadata'
          type='url'
          {...field('metadata_url')}
        />
        {saml.idp && (
          <Text size='sm' c='dimmed' className='code'>
            {saml.idp.entity_id}
          </Text>
        )}
        <FormEnd trouble={trouble} busy={busy}>
          {say(usual.save)}
        </FormEnd>
      </Stack>
    </form>
  )
}

/** How people sign in to the server. */
export function AdminSignIn() {
  const say = useText()
  const { client } = useConsole()
  const change = useChange()
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'authentication'],
    queryFn: async () => (await client.adminGetAuthentication()).body,
  })
  if (error) return <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows />
  const { local, saml } = data
  return (
    <Stack gap='lg' className='settings'>
      <Panel title={say(words.local)}>
        <Switch
          label={say(words.local)}
          description={say(words.localText)}
          checked={local.enabled}
          onChange={(event) => {
            const enable = event.currentTarget.checked
            change(() => client.adminSetLocalAuthentication({ body: { enable } }))
          }}
        />
      </Panel>
      <Panel title={say(words.saml)}>
        <Stack>
          <Switch
            label={say(words.saml)}
            description={say(words.samlText)}
            checked={saml.enabled}
            onChange={(event) => {
              const enable = event.currentTarget.checked
              change(() => client.adminSetSaml({ body: { enable } }))
            }}
          />
          <Switch
            label={say(words.createUsers)}
            checked={saml.create_users}
            onChange={(event) => {
              const create_users = event.currentTarget.checked
              change(() => client.adminSetSaml({ body: { create_users } }))
            }}
          />
          {saml.metadata_url === '' ? (
            <Text size='sm'>{say(words.noAddress)}</Text>
          ) : (
            <>
              <CopyLine text={saml.metadata_url} name={say(words.entity)} />
              <CopyLine text={saml.assertion_url} name={say(words.assertion)} />
            </>
          )}
          <Provider key={saml.idp?.metadata_url} saml={saml} />
        </Stack>
      </Panel>
    </Stack>
  )
}
