// Runs command lines in tests: nothing of the surrounding process is touched.
import { Readable, Writable } from 'node:stream'
import { runProgram } from './program.ts'
import type { Surroundings } from './surroundings.ts'

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function collector(): Writable & { text(): string } {
  let text = ''
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString()
      done()
    },
  })
  return Object.assign(stream, { text: () => text })
}

/** `words` are parted by spaces; `input` is what stands on standard input. */
export async function run(words: string, environment: Record<string, string> = {}, input = ''): Promise<Ran> {
  const [stdout, stderr] = [collector(), collector()]
  const never = (): never => {
    throw new Error('Not in this test.')
  }
  const surroundings: Surroundings = {
    environment,
    stdin: Readable.from(input === '' ? [] : [input]),
    stdout,
    stderr,
    root: '/nowhere',
    version: '1.2.3',
    user: { username: 'tester', uid: 1000, gid: 1000 },
    parentId: () => 1,
    onStopSignal: () => ({ [Symbol.dispose]() {} }),
    exitNow: never,
    become: never,
  }
  const code = await runProgram(
    words.split(' ').filter((word) => word !== ''),
    surroundings,
  )
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}
