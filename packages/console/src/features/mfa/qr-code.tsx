import { encode } from 'uqr'
import { useMemo } from 'react'

/** As a drawing of squares; white around it, as readers want it, in both colour schemes. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { size: side, data } = encode(text, { border: 3 })
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: side, path: squares.join('') }
  }, [text])
  return (
    <figure className='qr-code' aria-label={label}>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden shapeRendering='crispEdges'>
        <rect width={size} height={size} fill='#fff' />
        <path d={path} fill='#000' />
      </svg>
    </figure>
  )
}
