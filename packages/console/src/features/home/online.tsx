import './online.css'
import { SegmentedControl, Skeleton, Text } from '@mantine/core'
import { limits, type OnlineSpan, onlineSpans, type Stats } from '@sshore/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { useNow } from '../../parts/now.ts'
import { Panel } from '../../parts/panel.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { OnlineChart } from './online-chart.tsx'
import { frameOf, type OnlinePoint, pointsOf } from './online-line.ts'

const { fine, coarse, spans } = limits.onlineHistory
const countedMinutes = fine.stepSeconds / 60
const keptDays = coarse.keptHours / 24

const words = {
  title: phrase('Devices online', 'Dispositivos conectados'),
  span: phrase('How far back', 'Período'),
  begins: phrase(
    `The line begins now: the server counts every ${countedMinutes} minutes which devices are online, and keeps that for ${keptDays} days.`,
    `A linha começa agora: a cada ${countedMinutes} minutos o servidor conta quais dispositivos estão conectados e guarda isso por ${keptDays} dias.`,
  ),
  notLoaded: phrase('The line could not be loaded', 'Não foi possível carregar a linha'),
}
const labels = {
  day: phrase('Day', 'Dia'),
  week: phrase('Week', 'Semana'),
  month: phrase('Month', 'Mês'),
}
/** As often as it pays: the server counts less often, and this moment comes with the other numbers. */
const refreshSeconds = 60

const isSpan = (text: string): text is OnlineSpan => onlineSpans.some((span) => span === text)

function useOnline(span: OnlineSpan) {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: ['online', tenant, span],
    queryFn: async () => (await client.getOnlineStats({ query: { span } })).body,
    placeholderData: (previous) => previous,
    refetchInterval: refreshSeconds * 1000,
  })
}

/** How many devices were online, over a day, a week or a month; the end of the line follows the present numbers. */
export function Online({ counts }: { readonly counts: Stats }) {
  const say = useText()
  const [span, setSpan] = useState<OnlineSpan>('day')
  const { data, error, refetch } = useOnline(span)
  const until = useNow(refreshSeconds)
  const now: OnlinePoint = { at: until, online: counts.online_devices, registered: counts.registered_devices }
  const points = data && pointsOf(data, now)
  const shown = data?.span ?? span
  return (
    <Panel
      title={say(words.title)}
      action={
        <SegmentedControl
          size='xs'
          aria-label={say(words.span)}
          value={span}
          data={onlineSpans.map((value) => ({ value, label: say(labels[value]) }))}
          onChange={(value) => {
            if (isSpan(value)) setSpan(value)
          }}
        />
      }
    >
      {error && !data && <Trouble title={say(words.notLoaded)} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className='online-skeleton' />}
      {points && (
        <OnlineChart
          span={shown}
          stepSeconds={data.step_seconds}
          points={points}
          frame={frameOf(points, until - spans[shown].hours * 3_600_000, until)}
        />
      )}
      {data?.points.length === 0 && (
        <Text size='sm' c='dimmed' mt='sm'>
          {say(words.begins)}
        </Text>
      )}
    </Panel>
  )
}
