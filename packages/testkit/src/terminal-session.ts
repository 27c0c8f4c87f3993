// A person's terminal: a program inside tmux, which is a real terminal with a size that can change.
import { quoted, run } from './run.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

export interface TerminalSession extends AsyncDisposable {
  /** What is on the screen and above it, without trailing blanks. */
  screen(): Promise<string>
  /** Types text as it is; `\n` is the Enter key. */
  type(text: string): Promise<void>
  resize(columns: number, rows: number): Promise<void>
  /** Waits until `pattern` is on the screen. */
  shows(pattern: RegExp, seconds?: number): Promise<RegExpExecArray>
  /** Whether the program has ended. */
  ended(): Promise<boolean>
}

export async function terminalSession(
  words: readonly string[],
  { columns = 80, rows = 24 }: { readonly columns?: number; readonly rows?: number } = {},
): Promise<TerminalSession> {
  await using undo = new AsyncDisposableStack()
  const folder = undo.use(await temporaryFolder())
  const tmux = async (...argv: readonly string[]): Promise<string> => {
    const ran = await run('tmux', ['-f', '/dev/null', '-S', `${folder.path}/tmux`, ...argv], {
      environment: { ...process.env, TMUX: undefined, LC_ALL: 'C.UTF-8' },
    })
    if (ran.code !== 0) throw new Error(`tmux ${argv[0]} failed: ${ran.stderr}`)
    return ran.stdout
  }
  const size = ['-x', String(columns), '-y', String(rows)]
  const options = ['set-option', '-g', 'remain-on-exit', 'on', ';', 'set-option', '-g', 'status', 'off', ';']
  await tmux('start-server', ';', ...options, 'new-session', '-d', ...size, words.map(quoted).join(' '))
  undo.defer(() =>
    tmux('kill-server').then(
      () => undefined,
      () => undefined,
    ),
  )
  const screen = async (): Promise<string> => (await tmux('capture-pane', '-p', '-J', '-S', '-2000')).trimEnd()
  const resources = undo.move()
  return {
    screen,
    async type(text) {
      for (const [index, line] of text.split('\n').entries()) {
        if (index > 0) await tmux('send-keys', 'Enter')
        if (line !== '') await tmux('send-keys', '-l', line)
      }
    },
    async resize(newColumns, newRows) {
      await tmux('resize-window', '-x', String(newColumns), '-y', String(newRows))
    },
    async shows(pattern, seconds = 20) {
      try {
        return await until(`${pattern} on the screen`, async () => pattern.exec(await screen()) ?? undefined, {
          seconds,
          everyMilliseconds: 100,
        })
      } catch (cause) {
        throw new Error(`${pattern} did not appear. The screen:\n${await screen()}`, { cause })
      }
    },
    ended: async () => (await tmux('display-message', '-p', '#{pane_dead}')).trim() === '1',
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
