import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { Recording } from '@sshore/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import { Link } from '../../navigation.tsx'
import { useAttempt } from '../../parts/attempt.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { GuardedButton } from '../../parts/guarded-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { useRefusal } from '../../parts/permission.ts'
import { sizeText } from '../../parts/size-text.ts'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { type Search, textIn } from '../../router/search-text.ts'
import { useParam, useUid } from '../../router/use-uid.ts'
import { IconMovieOff } from '@tabler/icons-react'
import { playedBytesMost, useCast, useRecordings, useRemoveRecording, useSaveRecording } from './recordings.ts'
import { outcomes, seatOf, words } from './words.ts'

const Player = lazy(async () => ({ default: (await import('./player.tsx')).RecordingPlayer }))
const LiveScreen = lazy(async () => ({ default: (await import('./live-screen.tsx')).LiveScreen }))

function Remove({ recording }: { readonly recording: Recording }) {
  const say = useText()
  const attempt = useAttempt()
  const remove = useRemoveRecording()
  const navigate = useNavigate()
  const refusal = useRefusal('session:remove')
  const [asking, setAsking] = useState(false)
  const confirmed = async () => {
    const isGone = await attempt(() => remove(recording), { done: say(words.removed) })
    if (isGone) void navigate({ to: '/sessions/$uid', params: { uid: recording.uid } })
  }
  return (
    <>
      <GuardedButton
        variant='default'
        color='red'
        refusal={refusal}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {say(usual.remove)}
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        title={say(words.removeTitle)}
        text={say(words.removeText)}
        onClose={() => setAsking(false)}
        onConfirm={confirmed}
      />
    </>
  )
}

function Download({ recording }: { readonly recording: Recording }) {
  const say = useText()
  const attempt = useAttempt()
  const save = useSaveRecording()
  const [busy, setBusy] = useState(false)
  async function download(): Promise<void> {
    setBusy(true)
    await attempt(() => save(recording))
    setBusy(false)
  }
  return (
    <Button
      variant='default'
      loading={busy}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download()}
    >
      {say(words.download)}
    </Button>
  )
}

function Screen({ recording }: { readonly recording: Recording }) {
  const say = useText()
  const search: Search = useSearch({ strict: false })
  const { data: cast, error, refetch, readBytes } = useCast(recording, true)
  const second = Number(textIn(search, 't') ?? 0)
  const label = useId()
  if (error) return <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />
  if (!cast) {
    return (
      <Stack gap='sm'>
        {readBytes > 0 && (
          <Stack gap={6}>
            {/* Not read out at each megabyte: whoever wants to know asks the bar. */}
            <Text size='sm' c='dimmed' id={label}>
              {say(words.reading)(sizeText(readBytes), sizeText(recording.bytes))}
            </Text>
            <progress aria-labelledby={label} max={Math.max(recording.bytes, readBytes)} value={readBytes} />
          </Stack>
        )}
        <SkeletonRows />
      </Stack>
    )
  }
  return (
    <Suspense fallback={<SkeletonRows />}>
      <Player
        cast={cast}
        startAt={Number.isFinite(second) ? Math.max(0, second) : 0}
        find={textIn(search, 'q') ?? ''}
      />
    </Suspense>
  )
}

function Whole({ recording }: { readonly recording: Recording }) {
  const say = useText()
  if (recording.bytes <= playedBytesMost) return <Screen recording={recording} />
  return (
    <Alert color='orange' variant='light'>
      {say(words.tooLong)(sizeText(recording.bytes), sizeText(playedBytesMost))}
    </Alert>
  )
}

function Head({ recording, children }: { readonly recording: Recording; readonly children: ReactNode }) {
  const say = useText()
  const name = say(words.one)(recording.username, recording.device_name)
  usePageTitle(name)
  return (
    <Stack gap={6}>
      <Link to='/sessions/$uid' params={{ uid: recording.uid }} size='sm'>
        {say(words.back)}
      </Link>
      <Group justify='space-between' align='flex-start'>
        <div className='page-title'>
          <Group gap='sm'>
            <Title order={1}>{name}</Title>
            <Badge variant='light' color={recording.outcome === 'interrupted' ? 'orange' : 'sea'}>
              {say(outcomes[recording.outcome])}
            </Badge>
          </Group>
          <Text size='sm' c='dimmed' component='div'>
            {say(seatOf(recording))(recording.seat)} · <Moment time={recording.started_at} />
          </Text>
        </div>
        {children}
      </Group>
      {recording.lost_bytes > 0 && (
        <Alert color='orange' variant='light'>
          {say(words.lostText)(sizeText(recording.lost_bytes))}
        </Alert>
      )}
    </Stack>
  )
}

/** One recording: played, or watched while it is made. */
export function RecordingPage() {
  const say = useText()
  const uid = useUid()
  const seat = Number(useParam('seat'))
  const { data, error, refetch } = useRecordings({ session: uid })
  // Once somebody watches, the end of the session does not take the screen from them.
  const [watched, setWatched] = useState<boolean>()
  if (error && !data) return <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows />
  const recording = data.rows.find((each) => each.seat === seat)
  if (!recording) return <EmptyState Icon={IconMovieOff} title={say(words.gone)} text='' heading={1} />
  const isWatched = watched ?? recording.outcome === 'running'
  if (watched === undefined) setWatched(isWatched)
  return (
    <Stack gap='lg'>
      <Head recording={recording}>
        {!isWatched && (
          <Group gap='sm'>
            <Download recording={recording} />
            <Remove recording={recording} />
          </Group>
        )}
      </Head>
      {isWatched ? (
        <Suspense fallback={<SkeletonRows />}>
          <LiveScreen place={recording} onWhole={() => setWatched(false)} />
        </Suspense>
      ) : (
        <Whole recording={recording} />
      )}
    </Stack>
  )
}
