// A shell in the container that does small things with files as the user, one after the other: starting a program through
// the engine takes some 50 ms, a line for this one about one.
import { randomBytes } from 'node:crypto'
import { lanes } from '@sshore/link'
import type { Clock } from '@sshore/link'
import type { Engine } from '../engine/engine.ts'
import { EngineFailure } from '../engine/engine-failure.ts'
import type { RunningExec } from '../engine/exec.ts'
import type { Account } from '../login/accounts.ts'
import { scriptShell } from '../session/program-command.ts'

/** How a line ended: the status of its last program, and what was written. */
export interface ShellReply {
  readonly status: number
  readonly bytes: Buffer
}

export interface StandingShell extends Disposable {
  /**
   * Runs commands of POSIX shell, given as bytes in latin1 without line ends, and gives them `input` to read. What they
   * write is answered whole. Rejects when the shell is gone or does not answer.
   */
  run(commands: string, input?: Uint8Array): Promise<ShellReply>
}

/** A line counts only with a word that nobody knows: bytes that a broken program left unread are never commands. */
const loop = 'nl="\n"; read -r key; while read -r word line; do if [ "$word" = "$key" ]; then eval "$line"; fi; done'
const lineSeconds = 60
const replyBytesMost = 48 * 1024 * 1024

/** A word of the shell that stands for these bytes. */
export const quoted = (bytes: string): string => `'${bytes.replaceAll("'", `'\\''`).replaceAll('\n', `'"$nl"'`)}'`

export interface StandingShellOptions {
  readonly engine: Pick<Engine, 'exec'>
  readonly container: string
  readonly account: Account
  readonly clock: Clock
}

export async function openStandingShell({
  engine,
  container,
  account,
  clock,
}: StandingShellOptions): Promise<StandingShell> {
  const token = randomBytes(16).toString('hex')
  const exec = await engine.exec(container, {
    command: [scriptShell(account), '-c', loop],
    user: account.user,
    environment: { LC_ALL: 'C', HOME: account.home, USER: account.username, LOGNAME: account.username },
  })
  // Not as an argument, which all users of the container could read.
  let last: Promise<unknown> = exec.write(Buffer.from(`${token}\n`))

  const exchange = async (commands: string, input: Uint8Array | undefined): Promise<ShellReply> => {
    const mark = randomBytes(16).toString('hex')
    // The first line end finishes whatever was left of an earlier line.
    const line = Buffer.from(`\n${token} ${commands}; r=$?; echo; echo ${mark} $r\n`, 'latin1')
    const sent = exec.write(line).then((taken) => taken && (input === undefined || exec.write(input)))
    sent.catch(() => undefined)
    const cancel = clock.after(lineSeconds * 1000, () => exec[Symbol.dispose]())
    try {
      return await readReply(exec, mark)
    } finally {
      cancel()
    }
  }
  return {
    run: (commands, input) => {
      const reply = last.then(() => exchange(commands, input))
      last = reply.catch(() => undefined)
      return reply
    },
    [Symbol.dispose]: () => {
      exec.end()
      exec[Symbol.dispose]()
    },
  }
}

async function readReply({ output }: RunningExec, mark: string): Promise<ShellReply> {
  const pattern = Buffer.from(`\n${mark} `, 'latin1')
  const pieces: Uint8Array[] = []
  let bytes = 0
  /** The end of what came, in which the mark may have begun. */
  let tail = Buffer.alloc(0)
  for (;;) {
    const next = await output.next()
    if (next.done === true) throw new EngineFailure('refused', 'The shell that serves files has ended.')
    const piece = next.value
    if (piece.lane !== lanes.main) continue
    pieces.push(piece.bytes)
    bytes += piece.bytes.byteLength
    if (bytes > replyBytesMost) throw new EngineFailure('refused', 'A listing of files in the container is too long.')
    tail = Buffer.concat([tail.subarray(-(pattern.length + 8)), piece.bytes])
    const at = tail.indexOf(pattern)
    if (at < 0 || !tail.includes('\n', at + pattern.length)) continue
    const whole = Buffer.concat(pieces)
    const end = whole.lastIndexOf(pattern)
    return { status: Number(whole.toString('latin1', end + pattern.length).trim()), bytes: whole.subarray(0, end) }
  }
}
