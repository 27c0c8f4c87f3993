// What all drawings are made of: a frame with a name for those who do not see it, boxes, and arrows with words.
import type { ReactNode } from 'react'
import './diagram.css'

const none: readonly string[] = []

interface DiagramProps {
  /** What it shows, in a sentence: read out in its place, and below it. */
  readonly name: string
  /** What happens, one after the other, for those who do not see the drawing. */
  readonly told?: readonly string[]
  readonly width: number
  readonly height: number
  readonly children: ReactNode
}

/** A drawing in the colours of the page. Units are those of the drawing; it is as wide as the text. */
export function Diagram({ name, told = none, width, height, children }: DiagramProps) {
  return (
    <figure className='diagram'>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached */}
      <div className='diagram-scroll' role='group' aria-label={name} tabIndex={0}>
        <svg viewBox={`0 0 ${width} ${height}`} role='img' aria-label={name}>
          {children}
        </svg>
      </div>
      {told.length > 0 && (
        <ol className='visually-hidden'>
          {told.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      <figcaption aria-hidden>{name}</figcaption>
    </figure>
  )
}

interface BoxProps {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly title: string
  readonly notes?: readonly string[]
  readonly look?: 'box' | 'box-strong' | 'frame'
}

const lineHeight = 18

export function Box({ x, y, width, height, title, notes = none, look = 'box' }: BoxProps) {
  const top = look === 'frame' ? y + 20 : y + height / 2 - (notes.length * lineHeight) / 2 + 5
  return (
    <g>
      <rect className={`diagram-${look}`} x={x} y={y} width={width} height={height} rx={9} />
      <text className='diagram-title' x={x + width / 2} y={top} textAnchor='middle'>
        {title}
      </text>
      {notes.map((note, index) => (
        <text
          key={note}
          className='diagram-note'
          x={x + width / 2}
          y={top + (index + 1) * lineHeight}
          textAnchor='middle'
        >
          {note}
        </text>
      ))}
    </g>
  )
}

type Point = readonly [x: number, y: number]

/** The head of an arrow that ends here. */
function Head({ from: [x1, y1], to: [x2, y2] }: { readonly from: Point; readonly to: Point }) {
  const degrees = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
  return <path className='diagram-head' d='M0 0-9-4.5-9 4.5z' transform={`translate(${x2} ${y2}) rotate(${degrees})`} />
}

interface ArrowProps {
  readonly from: Point
  readonly to: Point
  readonly says?: string
  readonly note?: string
  readonly both?: boolean
}

/** Its words stand above its middle, the note below. */
export function Arrow({ from, to, says, note, both = false }: ArrowProps) {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
  return (
    <g>
      <path className='diagram-line' d={`M${from.join(' ')}L${to.join(' ')}`} />
      <Head from={from} to={to} />
      {both && <Head from={to} to={from} />}
      {says && (
        <text x={x} y={y - 8} textAnchor='middle'>
          {says}
        </text>
      )}
      {note && (
        <text className='diagram-note' x={x} y={y + 18} textAnchor='middle'>
          {note}
        </text>
      )}
    </g>
  )
}
