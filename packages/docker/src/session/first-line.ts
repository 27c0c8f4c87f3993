// Takes the line off a program's output by which it says that it runs.
import { lanes } from '@sshore/link'
import type { Output } from '../engine/output-frames.ts'

/** A shell may say something of its own first, from a start file. */
const textBytesMost = 64 * 1024

export type Beginning =
  | { readonly runs: true; readonly processId: number; readonly rest: readonly Output[] }
  /** What came in its place: the words of the engine or of its runtime. */
  | { readonly runs: false; readonly said: string }

/** Reads until the line is there, or the output ended without it. What comes before it stays output. */
export async function readBeginning(output: AsyncGenerator<Output>, mark: string): Promise<Beginning> {
  const rest: Output[] = []
  let text = Buffer.alloc(0)
  for (let bytes = 0; bytes < textBytesMost;) {
    const next = await output.next()
    if (next.done === true) break
    const piece = next.value
    bytes += piece.bytes.byteLength
    if (piece.lane !== lanes.main) {
      rest.push(piece)
      continue
    }
    text = Buffer.concat([text, piece.bytes])
    const at = text.indexOf(`${mark} `)
    const end = at < 0 ? -1 : text.indexOf('\n', at)
    if (end < 0) continue
    const processId = /^\d{1,10}(?=\r?$)/.exec(text.toString('latin1', at + mark.length + 1, end))?.[0]
    if (processId === undefined) break
    const around = [text.subarray(0, at), text.subarray(end + 1)].filter(({ length }) => length > 0)
    const shown = around.map((part): Output => ({ lane: lanes.main, bytes: part }))
    return { runs: true, processId: Number(processId), rest: [...rest, ...shown] }
  }
  const errors = rest.map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
  return { runs: false, said: `${text.toString('utf8')} ${errors.join('')}` }
}
