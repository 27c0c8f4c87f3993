import { translate } from '@docusaurus/Translate'
import { Arrow, Box, Diagram } from './diagram.tsx'

/** Blocks that hold each other, and what shows it when one is changed. */
export function RecordingChain() {
  const block = (number: string): string =>
    translate({ id: 'shore.diagram.block', message: 'block {number}' }, { number })
  const notes = [
    translate({ id: 'shore.diagram.block.output', message: 'output, encrypted' }),
    translate({ id: 'shore.diagram.block.before', message: 'hash of the one before' }),
    translate({ id: 'shore.diagram.block.signed', message: 'signed by the server' }),
  ]
  const box = { y: 24, width: 178, height: 104, look: 'box-strong' } as const
  return (
    <Diagram
      width={720}
      height={196}
      name={translate({
        id: 'shore.diagram.recording',
        message: 'Each block of a recording holds the hash of the one before it, and the server’s signature.',
      })}
    >
      <Box {...box} x={10} title={block('1')} notes={notes} />
      <Box {...box} x={270} title={block('2')} notes={notes} />
      <Box {...box} x={530} title={block('3')} notes={notes} />
      <Arrow from={[270, 76]} to={[188, 76]} says={translate({ id: 'shore.diagram.block.hash', message: 'hash' })} />
      <Arrow from={[530, 76]} to={[448, 76]} says={translate({ id: 'shore.diagram.block.hash', message: 'hash' })} />
      <text className='diagram-note' x={360} y={164} textAnchor='middle'>
        {translate({
          id: 'shore.diagram.block.broken',
          message: 'A block that is changed, missing or in another’s place no longer fits the one behind it.',
        })}
      </text>
    </Diagram>
  )
}
