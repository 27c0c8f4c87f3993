// Who says what to whom, from top to bottom.
import { Arrow, Diagram } from './diagram.tsx'

export interface Step {
  /** Places in the list of actors; the same twice: something that one does alone. */
  readonly from: number
  readonly to: number
  readonly says: string
}

interface Props {
  readonly name: string
  readonly actors: readonly string[]
  readonly steps: readonly Step[]
}

const width = 720
const [top, rowHeight] = [64, 44]

export function Sequence({ name, actors, steps }: Props) {
  const column = width / actors.length
  const middle = (actor: number): number => column * (actor + 0.5)
  const height = top + steps.length * rowHeight + 24
  const told = steps.map(({ from, to, says }) =>
    from === to ? `${actors[from]}: ${says}` : `${actors[from]} → ${actors[to]}: ${says}`,
  )
  return (
    <Diagram name={name} told={told} width={width} height={height}>
      {actors.map((actor, index) => (
        <g key={actor}>
          <line className='diagram-life' x1={middle(index)} x2={middle(index)} y1={44} y2={height - 8} />
          <rect className='diagram-box-strong' x={middle(index) - 72} y={10} width={144} height={34} rx={9} />
          <text className='diagram-title' x={middle(index)} y={32} textAnchor='middle'>
            {actor}
          </text>
        </g>
      ))}
      {steps.map(({ from, to, says }, index) => {
        const y = top + index * rowHeight + 28
        const [start, end] = [middle(from), middle(to)]
        const alone = from === to
        // Beside the last one there is no room on the right.
        const left = alone && from === actors.length - 1
        const side = start < end ? 1 : -1
        return (
          <g key={says}>
            {alone ? null : <Arrow from={[start + side * 11, y]} to={[end - side * 2, y]} />}
            <circle className='diagram-number' cx={start} cy={y} r={10} />
            <text className='diagram-number-text' x={start} y={y + 4} textAnchor='middle'>
              {index + 1}
            </text>
            <text
              x={alone ? start + (left ? -18 : 18) : (start + end) / 2}
              y={alone ? y + 5 : y - 8}
              textAnchor={alone ? (left ? 'end' : 'start') : 'middle'}
            >
              {says}
            </text>
          </g>
        )
      })}
    </Diagram>
  )
}
