import { Text } from '@mantine/core'
import { useText } from '../../language/use-text.ts'
import { Panel } from '../../parts/panel.tsx'
import { useRefusal } from '../../parts/permission.ts'
import { RecordingTable } from './recording-table.tsx'
import { useRecordings } from './recordings.ts'
import { words } from './words.ts'

function Known({ session }: { readonly session: string }) {
  const say = useText()
  const { data } = useRecordings({ session })
  if (!data) return null
  if (data.rows.length > 0) return <RecordingTable label={say(words.ofSession)} recordings={data.rows} />
  return (
    <Text size='sm' c='dimmed'>
      {say(words.noneOfSession)}
    </Text>
  )
}

/** What was recorded of one session. */
export function RecordingsOfSession({ session }: { readonly session: string }) {
  const say = useText()
  const refusal = useRefusal('session:play')
  return (
    <Panel title={say(words.ofSession)}>
      {refusal === undefined ? (
        <Known session={session} />
      ) : (
        <Text size='sm' c='dimmed'>
          {refusal}
        </Text>
      )}
    </Panel>
  )
}
