import { Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useUser } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useDeviceCounts } from '../devices/device-list.ts'
import { SessionsOf } from '../sessions/sessions-of.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Numbers } from './numbers.tsx'
import { Waiting } from './waiting.tsx'

const words = {
  title: phrase('Home', 'Início'),
  hello: phrase(
    (name: string) => `Good to see you, ${name}.`,
    (name) => `Bom ver você, ${name}.`,
  ),
  sessions: phrase('Recent sessions', 'Sessões recentes'),
}

const Online = lazy(async () => ({ default: (await import('./online.tsx')).Online }))

/** How the namespace is doing, and what waits for somebody. */
export function HomePage() {
  const say = useText()
  const { name, user } = useUser()
  const { data: counts } = useDeviceCounts()
  return (
    <Stack gap='lg'>
      <PageHead title={say(words.title)} text={say(words.hello)(name || user)} />
      {counts?.registered_devices === 0 && <FirstSteps waiting={counts.pending_devices} />}
      <Numbers counts={counts} />
      {counts && counts.registered_devices > 0 && (
        <Suspense fallback={<Skeleton height={250} />}>
          <Online counts={counts} />
        </Suspense>
      )}
      <div className='columns'>
        <Waiting />
        <Panel title={say(words.sessions)}>
          <SessionsOf />
        </Panel>
      </div>
    </Stack>
  )
}
