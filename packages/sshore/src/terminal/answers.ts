// Questions to the person at the terminal, and secrets from a pipe when there is nobody to ask.
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { createInterface } from 'node:readline/promises'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import type { Surroundings } from '../surroundings.ts'

type Asking = Pick<Surroundings, 'stdin' | 'stderr' | 'onStopSignal'>

const interrupted = (): CommandFailure => new CommandFailure(exitCodes.failed, 'interrupted', 'Interrupted.')

/** Reads one line without showing it. Questions go to standard error: standard output is for results. */
async function askHidden({ stdin, stderr }: Asking, question: string): Promise<string> {
  stderr.write(question)
  stdin.setRawMode?.(true)
  stdin.setEncoding('utf8')
  let typed = ''
  try {
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n') return typed
        if (character === '\u0003' || character === '\u0004') throw interrupted()
        if (character === '\u007f' || character === '\b') typed = Array.from(typed).slice(0, -1).join('')
        else if (character === '\u0015') typed = ''
        else typed += character
      }
    }
    return typed
  } finally {
    stdin.setRawMode?.(false)
    stdin.pause()
    stderr.write('\n')
  }
}

async function passwordFromPipe(stdin: Asking['stdin']): Promise<string> {
  // What `echo` and editors add at the end is not part of the password.
  const password = (await readAll(stdin)).replace(/\r?\n$/, '')
  if (password === '') throw new CommandFailure(exitCodes.usage, 'no_password', 'Standard input held no password.')
  return password
}

function requireTerminal({ stdin }: Asking): void {
  if (stdin.isTTY) return
  const message = 'There is no terminal to ask for the password; give it on standard input with --password-stdin.'
  throw new CommandFailure(exitCodes.usage, 'no_terminal', message)
}

/** A password that exists: from standard input when told so, else typed and not shown. */
export async function existingPassword(asking: Asking, fromStdin: boolean, question = 'Password: '): Promise<string> {
  if (fromStdin) return passwordFromPipe(asking.stdin)
  requireTerminal(asking)
  return askHidden(asking, question)
}

/** A new password: from standard input when told so, else typed twice and not shown. */
export async function newPassword(asking: Asking, fromStdin: boolean): Promise<string> {
  if (fromStdin) return passwordFromPipe(asking.stdin)
  requireTerminal(asking)
  const password = await askHidden(asking, 'Password: ')
  if ((await askHidden(asking, 'Once more: ')) === password) return password
  throw new CommandFailure(exitCodes.usage, 'passwords_differ', 'The two passwords differ; nothing was changed.')
}

/** Makes sure that a deletion is meant: `--yes`, or a yes typed at the terminal. */
export async function confirm(asking: Asking, question: string, yes: boolean): Promise<void> {
  if (yes) return
  if (!asking.stdin.isTTY) {
    const message = 'There is no terminal to ask at; add --yes to go ahead.'
    throw new CommandFailure(exitCodes.usage, 'not_confirmed', message)
  }
  const lines = createInterface({ input: asking.stdin, output: asking.stderr })
  const stopped = new AbortController()
  lines.once('SIGINT', () => stopped.abort())
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal: stopped.signal })
    if (/^y(es)?$/i.test(answer.trim())) return
  } catch (cause) {
    if (!stopped.signal.aborted) throw cause
  } finally {
    lines.close()
  }
  throw new CommandFailure(exitCodes.failed, 'not_confirmed', 'Nothing was changed.')
}

/** A passphrase from a file; `-` is standard input. What editors add at the end is not part of it. */
export async function passphraseFrom({ stdin }: Pick<Surroundings, 'stdin'>, path: string): Promise<string> {
  try {
    const passphrase = (path === '-' ? await readAll(stdin) : await readFile(path, 'utf8')).replace(/\r?\n$/, '')
    if (passphrase !== '') return passphrase
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailure(exitCodes.notFound, 'no_passphrase', `The passphrase cannot be read: ${reason}`, { cause })
  }
  const where = path === '-' ? 'Standard input' : path
  throw new CommandFailure(exitCodes.usage, 'no_passphrase', `${where} holds no passphrase.`)
}
