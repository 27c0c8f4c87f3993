import { Alert, Stack, Switch, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Phrase } from '../../../language/language.ts'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { useAttempt } from '../../../parts/attempt.ts'
import { CopyLine } from '../../../parts/copy-line.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { SkeletonRows } from '../../../parts/skeleton-rows.tsx'
import { Trouble } from '../../../parts/trouble.tsx'
import { AdminPage } from '../admin-page.tsx'
import { ProviderForm } from './provider-form.tsx'
import { type SamlSettings, useSignInChanges, useSignInSettings } from './settings.ts'
import { words } from './words.ts'

interface SettingProps {
  readonly label: Phrase
  readonly text: Phrase
  readonly on: boolean
  readonly disabled?: boolean
  readonly set: (on: boolean) => Promise<void>
}

function Setting({ label, text, on, disabled = false, set }: SettingProps) {
  const say = useText()
  const attempt = useAttempt()
  return (
    <Switch
      label={say(label)}
      description={say(text)}
      checked={on}
      disabled={disabled}
      onChange={({ currentTarget: { checked } }) => void attempt(() => set(checked), { done: say(usual.saved) })}
    />
  )
}

function Named({ label, children }: { readonly label: Phrase; readonly children: ReactNode }) {
  const say = useText()
  return (
    <div>
      <Text size='sm' fw={600} mb={4}>
        {say(label)}
      </Text>
      {children}
    </div>
  )
}

/** What an administrator of the identity provider has to be given. */
function Here({ saml: { metadata_url, assertion_url, auth_url, sp } }: { readonly saml: SamlSettings }) {
  const say = useText()
  if (auth_url === '') return <Alert color='orange'>{say(words.needsAddress)}</Alert>
  const lines = [
    [words.metadata, metadata_url],
    [words.assertions, assertion_url],
    [words.binding, 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'],
    [words.nameId, 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
    [words.begins, auth_url],
  ] as const
  return (
    <Stack>
      {lines.map(([label, text]) => (
        <Named key={label.en} label={label}>
          <CopyLine text={text} name={say(label)} />
        </Named>
      ))}
      {sp.certificate !== '' && (
        <Named label={words.certificate}>
          <CopyLine text={sp.certificate} name={say(words.certificate)} oneLine />
        </Named>
      )}
    </Stack>
  )
}

function SamlSwitches({ saml }: { readonly saml: SamlSettings }) {
  const { setSaml } = useSignInChanges()
  return (
    <Stack>
      <Setting
        label={words.samlSwitch}
        text={saml.idp ? words.samlText : words.needsProvider}
        on={saml.enabled}
        disabled={!saml.idp && !saml.enabled}
        set={(enable) => setSaml({ enable })}
      />
      <Setting
        label={words.createUsers}
        text={words.createUsersText}
        on={saml.create_users}
        set={(create_users) => setSaml({ create_users })}
      />
      <Setting
        label={words.signRequests}
        text={words.signRequestsText}
        on={saml.sp.sign_requests}
        set={(sign_requests) => setSaml({ sp: { sign_requests } })}
      />
    </Stack>
  )
}

export function AuthenticationPage() {
  const say = useText()
  const { data, error, refetch } = useSignInSettings()
  const { setLocal } = useSignInChanges()
  return (
    <AdminPage title={say(words.title)} text={say(words.text)}>
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && (
        <div className='columns'>
          <Stack gap='lg'>
            <Panel title={say(words.local)}>
              <Setting label={words.localSwitch} text={words.localText} on={data.local.enabled} set={setLocal} />
            </Panel>
            <Panel title={say(words.saml)}>
              <SamlSwitches saml={data.saml} />
            </Panel>
            <Panel title={say(words.here)}>
              <Here saml={data.saml} />
            </Panel>
          </Stack>
          <Panel title={say(words.there)}>
            <ProviderForm key={JSON.stringify(data.saml.idp)} saml={data.saml} />
          </Panel>
        </div>
      )}
    </AdminPage>
  )
}
