import { Stack } from '@mantine/core'
import { useInfo } from '../../info.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { CopyLine } from '../../parts/copy-line.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { RecordingPolicy } from '../recording/recording-policy.tsx'
import { Announcement } from './announcement.tsx'
import { DangerZone } from './danger-zone.tsx'
import { useNamespace } from './namespaces.ts'
import { RenameNamespace } from './rename-namespace.tsx'
import { SettingSwitches } from './setting-switches.tsx'
import { SupportIdentifier } from './support-identifier.tsx'
import { useOwnChange } from './update-namespace.ts'

const words = {
  title: phrase('Settings', 'Configurações'),
  text: phrase('Of this namespace, for everybody in it.', 'Deste namespace, para todos os que lhe pertencem.'),
  name: phrase('Name', 'Nome'),
  id: phrase('Namespace ID', 'ID do namespace'),
  sessions: phrase('Sessions', 'Sessões'),
  announcement: phrase('Announcement', 'Anúncio'),
  support: phrase('Support identifier', 'Identificador de suporte'),
  danger: phrase('Danger zone', 'Zona de perigo'),
  notLoaded: phrase('The settings could not be loaded', 'Não foi possível carregar as configurações'),
}

export function SettingsPage() {
  const say = useText()
  const { data, error, refetch } = useNamespace()
  const { data: info } = useInfo()
  const by = useOwnChange()
  return (
    <Stack gap='lg' className='settings'>
      <PageHead title={say(words.title)} text={say(words.text)} />
      {error && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && (
        <>
          <Panel title={say(words.name)}>
            <RenameNamespace key={data.name} namespace={data} />
          </Panel>
          <Panel title={say(words.id)}>
            <CopyLine text={data.tenant_id} name={say(words.id)} />
          </Panel>
          <Panel title={say(words.sessions)}>
            <Stack gap='lg'>
              {info?.features.includes('recording') && (
                <RecordingPolicy policy={data.settings.session_record_policy} by={by} />
              )}
              <SettingSwitches settings={data.settings} by={by} />
            </Stack>
          </Panel>
          <Panel title={say(words.announcement)}>
            <Announcement
              key={data.settings.connection_announcement}
              current={data.settings.connection_announcement}
              by={by}
            />
          </Panel>
          {info?.features.includes('support') && (
            <Panel title={say(words.support)}>
              <SupportIdentifier key={data.tenant_id} tenant={data.tenant_id} />
            </Panel>
          )}
          <Panel title={say(words.danger)} danger>
            <DangerZone namespace={data} />
          </Panel>
        </>
      )}
    </Stack>
  )
}
