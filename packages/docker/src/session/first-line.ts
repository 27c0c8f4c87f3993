// Takes the line off a program's output by which it says that it runs.
import { lanes } from '@sshore/link'
import type { Output } from '../engine/output-frames.ts'

const textBytesMost = 4096

export type Beginning =
  | { readonly runs: true; readonly processId: number; readonly rest: readonly Output[] }
  /** What came in its place: the words of the engine or of its runtime. */
  | { readonly runs: false; readonly said: string }

/** Reads until the line is there, or the output ended without it. */
export async function readBeginning(output: AsyncGenerator<Output>, mark: string): Promise<Beginning> {
  const rest: Output[] = []
  let text = Buffer.alloc(0)
  for (;;) {
    const { value: piece, done } = await output.next()
    if (done === true) break
    if (piece.lane !== lanes.main) {
      rest.push(piece)
      continue
    }
    text = Buffer.concat([text, piece.bytes])
    const end = text.indexOf('\n')
    if (end < 0 && text.length < textBytesMost) continue
    const [, said, processId] = /^(\S+) (\d{1,10})\r?$/.exec(text.toString('latin1', 0, Math.max(0, end))) ?? []
    if (said !== mark || processId === undefined) break
    const after = text.subarray(end + 1)
    if (after.length > 0) rest.push({ lane: lanes.main, bytes: after })
    return { runs: true, processId: Number(processId), rest }
  }
  const errors = rest.map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
  return { runs: false, said: `${text.toString('utf8')} ${errors.join('')}` }
}
