import { Badge, Progress, Stack, Text } from '@mantine/core'
import type { ServerFacts as Server } from '@sshore/contract'
import { useInfo } from '../../../info.ts'
import { useText } from '../../../language/use-text.ts'
import { Link } from '../../../navigation.tsx'
import { CopyLine } from '../../../parts/copy-line.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { sizeText } from '../../../parts/size-text.ts'
import { words } from './words.ts'

interface PartProps {
  readonly of: Server
}

/** Something that wants to be seen to. */
function Amiss({ children }: { readonly children: string }) {
  return (
    <Text size='sm' component='span' c='var(--mantine-color-error)'>
      {children}
    </Text>
  )
}

function Program({ of: { version, edition, node, started_at, public_url } }: PartProps) {
  const say = useText()
  return (
    <Panel title={say(words.program)}>
      <Facts
        facts={[
          { label: words.version, value: version },
          { label: words.edition, value: <Badge variant='light'>{edition}</Badge> },
          { label: words.node, value: node },
          { label: words.started, value: <Moment time={started_at} /> },
          public_url === ''
            ? { label: words.address, value: say(words.noAddress) }
            : { label: words.address, value: public_url, code: true },
        ]}
      />
    </Panel>
  )
}

/** From which share of the disk on it is time to make room. */
const tightShare = 0.9

function Disk({ of: { free_bytes: free, disk_bytes: all } }: { readonly of: Server['data_folder'] }) {
  const say = useText()
  const share = all === 0 ? 0 : (all - free) / all
  const tight = share > tightShare
  return (
    <Stack gap={6}>
      <span>{say(words.free)(sizeText(free), sizeText(all))}</span>
      <Progress value={share * 100} color={tight ? 'red' : 'sea'} size='sm' aria-label={say(words.used)} />
      {tight && <Amiss>{say(words.tight)}</Amiss>}
    </Stack>
  )
}

function Data({ of: { database, data_folder, last_backup, audit_retention_days } }: PartProps) {
  const say = useText()
  return (
    <Panel title={say(words.data)}>
      <Facts
        facts={[
          { label: words.database, value: `${say(words[database.engine])} (${database.version})` },
          { label: words.size, value: sizeText(database.bytes) },
          { label: words.folder, value: data_folder.path, code: true },
          { label: words.disk, value: <Disk of={data_folder} /> },
          { label: words.backup, value: last_backup ? <Moment time={last_backup} /> : say(words.noBackup) },
          { label: words.auditKeptFor, value: say(words.days)(audit_retention_days) },
        ]}
      />
    </Panel>
  )
}

function Recordings({ of: { recordings } }: PartProps) {
  const say = useText()
  const { store, place, count, running, bytes, retention_days } = recordings
  return (
    <Panel title={say(words.recordings)}>
      <Facts
        facts={[
          { label: words.kept, value: store === 's3' ? say(words.s3)(place) : place, code: true },
          { label: words.count, value: say(words.running)(count, running) },
          { label: words.size, value: sizeText(bytes) },
          { label: words.keptFor, value: say(words.days)(retention_days) },
        ]}
      />
    </Panel>
  )
}

function Mail({ of: { mail } }: PartProps) {
  const say = useText()
  return (
    <Panel title={say(words.mail)}>
      <Stack>
        <Facts
          facts={[
            { label: words.mailServer, value: say(mail.server ? words.isSet : words.notSet) },
            { label: words.waiting, value: String(mail.waiting) },
            { label: words.failed, value: mail.failed > 0 ? <Amiss>{String(mail.failed)}</Amiss> : '0' },
          ]}
        />
        <Link to='/admin/mail' size='sm'>
          {say(words.outbox)}
        </Link>
      </Stack>
    </Panel>
  )
}

function SigningKey({ of: { key } }: PartProps) {
  const say = useText()
  return (
    <Panel title={say(words.key)}>
      <Stack>
        <Text size='sm' c='dimmed'>
          {say(words.fingerprintText)}
        </Text>
        <CopyLine text={key.fingerprint} name={say(words.fingerprint)} />
        <Facts
          facts={[
            {
              label: words.readable,
              value: key.private ? say(words.alone) : <Amiss>{say(words.others)}</Amiss>,
            },
          ]}
        />
      </Stack>
    </Panel>
  )
}

/** What the server runs on, at a glance. */
export function ServerFacts({ of }: PartProps) {
  const { data: info } = useInfo()
  const has = (feature: string): boolean => info?.features.includes(feature) === true
  return (
    <div className='columns'>
      <Stack gap='lg'>
        <Program of={of} />
        <Data of={of} />
      </Stack>
      <Stack gap='lg'>
        {has('recording') && <Recordings of={of} />}
        {has('mail') && <Mail of={of} />}
        <SigningKey of={of} />
      </Stack>
    </div>
  )
}
