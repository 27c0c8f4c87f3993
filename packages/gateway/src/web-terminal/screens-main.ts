// A thread of its own that keeps what terminals show: what devices send decides how long that takes and how much memory,
// so neither may be taken from the sessions.
import { parentPort } from 'node:worker_threads'
import { SerializeAddon } from '@xterm/addon-serialize'
import headless, { type Terminal } from '@xterm/headless'
import type { FromScreens, ToScreens } from './screen-messages.ts'
import { ScreenText } from './screen-text.ts'
import type { Size } from './viewer.ts'

interface Screen {
  readonly terminal: Terminal
  readonly serializer: SerializeAddon
  readonly text: ScreenText
}

/** Lines above the screen that come back with it. */
const scrollbackLines = 200
/** Every cell takes memory; windows beyond it come back cut off, until the program draws anew. */
const sizeMost: Size = { columns: 500, rows: 200 }

const screens = new Map<number, Screen>()
const tell = (message: FromScreens): void => parentPort?.postMessage(message, [])
const clamped = ({ columns, rows }: Size) => ({
  cols: Math.min(columns, sizeMost.columns),
  rows: Math.min(rows, sizeMost.rows),
})

function open(size: Size): Screen {
  const terminal = new headless.Terminal({
    ...clamped(size),
    scrollback: scrollbackLines,
    allowProposedApi: true,
    // What it complains about is the device's doing.
    logLevel: 'off',
  })
  const serializer = new SerializeAddon()
  terminal.loadAddon(serializer)
  return { terminal, serializer, text: new ScreenText() }
}

function obey(message: ToScreens): void {
  const { id } = message
  if (message.kind === 'open') {
    screens.set(id, open(message))
    return
  }
  const screen = screens.get(id)
  if (!screen) return
  const { terminal, serializer, text } = screen
  switch (message.kind) {
    case 'feed':
      terminal.write(text.next(message.bytes), () => tell({ kind: 'fed', id, bytes: message.bytes.length }))
      return
    case 'resize': {
      const { cols, rows } = clamped(message)
      terminal.write('', () => {
        if (screens.has(id)) terminal.resize(cols, rows)
      })
      return
    }
    case 'read':
      terminal.write('', () => {
        // It may have been closed meanwhile.
        if (screens.has(id)) tell({ kind: 'read', id, text: serializer.serialize({ scrollback: scrollbackLines }) })
      })
      return
    case 'close':
      terminal.dispose()
      screens.delete(id)
  }
}

parentPort?.on('message', obey)
