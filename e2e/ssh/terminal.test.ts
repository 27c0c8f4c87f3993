import { sshWords, terminalSession, until } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'

const one = oneDevice()
const interactive = (words: readonly string[] = []): string[] => sshWords(one.device.target(), words, ['-tt'])

describe('an interactive shell', () => {
  it('has a prompt, a terminal of the right size, and sees it change', async () => {
    await using terminal = await terminalSession(interactive(), { columns: 97, rows: 31 })
    await terminal.shows(/[#$]$/m)
    await terminal.type('stty size\n')
    await terminal.shows(/^31 97$/m)
    await terminal.resize(120, 40)
    await until(
      'stty sees the new size',
      async () => {
        await terminal.type('clear; stty size\n')
        return /^40 120$/m.test(await terminal.screen())
      },
      { everyMilliseconds: 300 },
    )
  })

  it('tells a running program of a resize', async () => {
    await using terminal = await terminalSession(
      interactive([`trap 'stty size; exit' WINCH; echo ready; while :; do sleep 0.1; done`]),
      {
        columns: 80,
        rows: 24,
      },
    )
    await terminal.shows(/^ready$/m)
    await terminal.resize(101, 33)
    await terminal.shows(/^33 101$/m)
  })

  it('stops a program at Ctrl-C and goes on', async () => {
    await using terminal = await terminalSession(interactive())
    await terminal.shows(/[#$]$/m)
    await terminal.type('echo run""ning; sleep 1000; echo "code $?"\n')
    // Before it runs, there is nothing to stop: the line that was typed ahead would be thrown away instead, or wait.
    await terminal.shows(/^running$/m)
    await terminal.type('\u0003')
    await terminal.type('echo still $((40 + 2))\n')
    await terminal.shows(/^still 42$/m)
  })

  it('is a login shell on a terminal of its own', async () => {
    await using terminal = await terminalSession(interactive())
    await terminal.shows(/[#$]$/m)
    await terminal.type('echo "[$0] [$TERM]"; tty; stat -c "%U %a" "$(tty)"\n')
    await terminal.shows(/^\[-\w+\] \[tmux|\[-\w+\] \[screen/m)
    await terminal.shows(/^\/dev\/pts\/\d+$/m)
    await terminal.shows(/^root 6[02]0$/m)
  })

  it('ends with the exit code of the shell', async () => {
    const code = one.stack.folder
    await using terminal = await terminalSession(['sh', '-c', `"$@"; echo "ssh ended with $?"`, code, ...interactive()])
    await terminal.shows(/[#$]$/m)
    await terminal.type('exit 9\n')
    await terminal.shows(/^ssh ended with 9$/m)
  })

  it('passes a mode of the local terminal on', async () => {
    await using terminal = await terminalSession([
      'sh',
      '-c',
      'stty intr ^X; exec "$@"',
      'sh',
      ...interactive(['stty -a; sleep 1']),
    ])
    expect(await terminal.shows(/intr = (\^\w)/)).toMatchObject({ 1: '^X' })
  })
})
