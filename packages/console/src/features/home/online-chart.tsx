// A quiet line without a library: drawn in shares of its box, so that it needs no measuring and no second drawing.
import { VisuallyHidden } from '@mantine/core'
import type { OnlineSpan } from '@sshore/contract'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react'
import { languageTags, phrase } from '../../language/language.ts'
import { useLanguage, useText } from '../../language/use-text.ts'
import { across, type Frame, moved, type OnlinePoint, pointAt, sampled, stairs, stretches } from './online-line.ts'

const words = {
  chart: phrase(
    'Devices online at a time; arrow keys go along the line',
    'Dispositivos conectados em um momento; as setas percorrem a linha',
  ),
  table: phrase('Devices online over time', 'Dispositivos conectados ao longo do tempo'),
  time: phrase('Time', 'Hora'),
  online: phrase('Online', 'Conectados'),
  registered: phrase('Devices', 'Dispositivos'),
  now: phrase('now', 'agora'),
  count: phrase(
    (online: number, all: number) => `${online} of ${all} online`,
    (online, all) => `${online} de ${all} conectados`,
  ),
  uncounted: phrase('Nothing was counted before', 'Nada foi contado antes'),
}

const tableRowsMost = 24
/** An empty beginning that is longer is explained. */
const explainedShare = 0.25

const formats: Readonly<Record<OnlineSpan, Intl.DateTimeFormatOptions>> = {
  day: { hour: '2-digit', minute: '2-digit' },
  week: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  month: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
}
const edges: Readonly<Record<OnlineSpan, Intl.DateTimeFormatOptions>> = {
  day: { hour: '2-digit', minute: '2-digit' },
  week: { weekday: 'short', day: 'numeric' },
  month: { day: 'numeric', month: 'short' },
}

export interface OnlineChartProps {
  readonly span: OnlineSpan
  readonly stepSeconds: number
  readonly points: readonly OnlinePoint[]
  readonly frame: Frame
}

function useTimeText(options: Intl.DateTimeFormatOptions): (at: number) => string {
  const language = useLanguage()
  const format = new Intl.DateTimeFormat(languageTags[language], options)
  return (at) => format.format(at)
}

const sharesOf = (left: number, top: number): CSSProperties => ({ left: `${left * 100}%`, top: `${top * 100}%` })

function Lines({ points, frame, stepSeconds }: Pick<OnlineChartProps, 'points' | 'frame' | 'stepSeconds'>) {
  return (
    <svg viewBox='0 0 1000 1000' preserveAspectRatio='none' aria-hidden>
      {stretches(points, stepSeconds * 1000).map((stretch) => {
        const online = stairs(stretch, frame, (point) => point.online)
        return (
          <g key={stretch[0]?.at}>
            <path className='online-area' d={online.area} />
            <path className='online-all' d={stairs(stretch, frame, (point) => point.registered).line} />
            <path className='online-line' d={online.line} />
          </g>
        )
      })}
    </svg>
  )
}

function PointTable({ span, points }: Pick<OnlineChartProps, 'span' | 'points'>) {
  const say = useText()
  const text = useTimeText(formats[span])
  return (
    <VisuallyHidden>
      <table>
        <caption>{say(words.table)}</caption>
        <thead>
          <tr>
            <th scope='col'>{say(words.time)}</th>
            <th scope='col'>{say(words.online)}</th>
            <th scope='col'>{say(words.registered)}</th>
          </tr>
        </thead>
        <tbody>
          {sampled(points, tableRowsMost).map(({ at, online, registered }) => (
            <tr key={at}>
              <th scope='row'>{text(at)}</th>
              <td>{online}</td>
              <td>{registered}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}

/** There is at least one point. The pointer or the arrow keys choose one; without, the last is told. */
export function OnlineChart({ span, stepSeconds, points, frame }: OnlineChartProps) {
  const say = useText()
  const text = useTimeText(formats[span])
  const edge = useTimeText(edges[span])
  const [chosen, setChosen] = useState<number>()
  const last = points.length - 1
  const index = Math.min(chosen ?? last, last)
  const point = points[index]
  const [first] = points
  if (!point || !first) return null
  const told = `${index === last ? say(words.now) : text(point.at)} · ${say(words.count)(point.online, point.registered)}`
  const left = across(point.at, frame)
  const beginning = across(first.at, frame)

  function onKeyDown(event: KeyboardEvent): void {
    const next = moved(event.key, index, last)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
  }
  const choose = (share: number): void => setChosen(pointAt(points, share, frame))
  function onPointerMove({ currentTarget, clientX }: PointerEvent<HTMLElement>): void {
    const box = currentTarget.getBoundingClientRect()
    choose((clientX - box.left) / Math.max(1, box.width))
  }

  return (
    <div className='online'>
      <p className='online-told'>{told}</p>
      <div className='online-plot'>
        <span className='online-most'>{frame.most}</span>
        <div className='online-lines'>
          <Lines points={points} frame={frame} stepSeconds={stepSeconds} />
          {beginning > explainedShare && (
            <span className='online-uncounted' style={{ width: `${beginning * 100}%` }}>
              {say(words.uncounted)}
            </span>
          )}
          {chosen !== undefined && <span className='online-rule' style={sharesOf(left, 0)} />}
          <span className='online-point' style={sharesOf(left, 1 - point.online / frame.most)} />
          <input
            className='online-range'
            type='range'
            min={frame.from}
            max={frame.until}
            step='any'
            value={point.at}
            aria-label={say(words.chart)}
            aria-valuetext={told}
            onChange={({ currentTarget }) =>
              choose((currentTarget.valueAsNumber - frame.from) / (frame.until - frame.from))
            }
            onKeyDown={onKeyDown}
            onPointerMove={onPointerMove}
            onPointerLeave={() => setChosen(undefined)}
            onBlur={() => setChosen(undefined)}
          />
        </div>
      </div>
      <div className='online-edges' aria-hidden>
        <span>{edge(frame.from)}</span>
        <span>{edge((frame.from + frame.until) / 2)}</span>
        <span>{say(words.now)}</span>
      </div>
      <PointTable span={span} points={points} />
    </div>
  )
}
