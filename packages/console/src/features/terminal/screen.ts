// What a pane shows: xterm.js with what this console allows it.
import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { type ITheme, Terminal } from '@xterm/xterm'
import type { Cells } from './connection.ts'
import { inertText, webAddress } from './inert-text.ts'

export interface ScreenPorts {
  readonly onInput: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly onResize: (size: Cells) => void
  readonly onTitle: (title: string) => void
  /** The address under the pointer; empty when there is none. */
  readonly onLink: (address: string) => void
  readonly onFind: () => void
  readonly onFull: () => void
  /** Out of the terminal, which takes every other key, to what stands around it. */
  readonly onLeave: () => void
}

export interface ScreenLook {
  readonly fontSize: number
  readonly fontFamily: string
  readonly theme: ITheme
  readonly clipboardWrites: boolean
  readonly screenReader: boolean
}

/** More in one go would not be text for people. */
const clipboardMostBytes = 1024 * 1024

export class Screen {
  readonly #terminal: Terminal
  readonly #fit = new FitAddon()
  readonly #search = new SearchAddon()
  readonly #ports: ScreenPorts
  readonly #element = document.createElement('div')
  readonly #observer = new ResizeObserver(() => this.fit())
  #clipboardWrites = false
  /** The next key is typed with Ctrl held: for keyboards that have none. */
  #control: (() => void) | undefined

  constructor(look: ScreenLook, ports: ScreenPorts) {
    this.#ports = ports
    this.#element.className = 'terminal-screen'
    const open = (event: MouseEvent, text: string): void => this.#open(event, text)
    const hover = (_: MouseEvent, text: string): void => ports.onLink(webAddress(text) ?? '')
    const leave = (): void => ports.onLink('')
    this.#terminal = new Terminal({
      scrollback: 10_000,
      minimumContrastRatio: 4.5,
      macOptionIsMeta: true,
      rightClickSelectsWord: true,
      linkHandler: { activate: open, hover, leave },
    })
    this.#terminal.loadAddon(this.#fit)
    this.#terminal.loadAddon(this.#search)
    this.#terminal.loadAddon(new WebLinksAddon(open, { hover, leave }))
    const encoder = new TextEncoder()
    this.#terminal.onData((text) => ports.onInput(encoder.encode(this.#controlled(text))))
    this.#terminal.onBinary((text) =>
      ports.onInput(Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0)),
    )
    this.#terminal.onResize(({ cols: columns, rows }) => ports.onResize({ columns, rows }))
    this.#terminal.onTitleChange((title) => ports.onTitle(inertText(title)))
    this.#terminal.parser.registerOscHandler(52, (text) => this.#clipboard(text))
    this.#terminal.attachCustomKeyEventHandler((event) => this.#key(event))
    this.dress(look)
  }

  get size(): Cells {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows }
  }

  dress({ fontSize, fontFamily, theme, clipboardWrites, screenReader }: ScreenLook): void {
    this.#clipboardWrites = clipboardWrites
    this.#terminal.options = { fontSize, fontFamily, theme, screenReaderMode: screenReader }
    this.fit()
  }

  /** Shows it in `place`, wherever it was before. */
  attach(place: HTMLElement): void {
    place.append(this.#element)
    if (!this.#terminal.element) this.#terminal.open(this.#element)
    this.#observer.observe(this.#element)
    this.fit()
  }

  detach(): void {
    this.#observer.disconnect()
    this.#element.remove()
  }

  fit(): void {
    if (this.#element.isConnected && this.#element.clientWidth > 0 && this.#element.clientHeight > 0) this.#fit.fit()
  }

  write(content: Uint8Array | string, shown?: () => void): void {
    this.#terminal.write(content, shown)
  }

  /** Behind everything that was written before: RIS resets in its place in the stream. */
  replace(text: string): void {
    this.#terminal.write(`\u001Bc${text}`)
  }

  focus(): void {
    this.#terminal.focus()
  }

  /** As if it had been typed. */
  type(text: string): void {
    this.#terminal.input(text)
  }

  /** An arrow key, in the form that the program has asked for. */
  arrow(letter: 'A' | 'B' | 'C' | 'D'): void {
    this.type(`\u001B${this.#terminal.modes.applicationCursorKeysMode ? 'O' : '['}${letter}`)
  }

  holdControl(onUsed: (() => void) | undefined): void {
    this.#control = onUsed
  }

  paste(text: string): void {
    this.#terminal.paste(text)
  }

  get selection(): string {
    return this.#terminal.getSelection()
  }

  /** False when the browser does not let us. */
  async copy(): Promise<boolean> {
    if (this.selection === '') return false
    try {
      await navigator.clipboard.writeText(this.selection)
      return true
    } catch {
      this.focus()
      // oxlint-disable-next-line typescript/no-deprecated -- the only way on pages without TLS; no standard replaces it there
      return document.execCommand('copy')
    }
  }

  /** Undefined: not found. */
  find(text: string, forward: boolean, incremental = false): boolean {
    if (text === '') {
      this.#search.clearDecorations()
      this.#terminal.clearSelection()
      return true
    }
    return forward ? this.#search.findNext(text, { incremental }) : this.#search.findPrevious(text)
  }

  clearScrollback(): void {
    this.#terminal.clear()
  }

  end(): void {
    this.detach()
    this.#terminal.dispose()
  }

  #controlled(text: string): string {
    const used = this.#control
    if (!used || text.length !== 1) return text
    this.#control = undefined
    used()
    const code = text.toUpperCase().codePointAt(0) ?? 0
    return code >= 0x40 && code < 0x60 ? String.fromCodePoint(code - 0x40) : text
  }

  #open(event: MouseEvent, text: string): void {
    const address = webAddress(text)
    if (address !== undefined && (event.ctrlKey || event.metaKey)) window.open(address, '_blank', 'noopener,noreferrer')
  }

  /** OSC 52: writes alone, where the member has allowed it. A question is never answered. */
  #clipboard(text: string): boolean {
    const [, content = '?'] = text.split(';')
    if (!this.#clipboardWrites || content === '?' || content.length > clipboardMostBytes) return true
    try {
      const bytes = Uint8Array.from(atob(content), (character) => character.codePointAt(0) ?? 0)
      void navigator.clipboard.writeText(new TextDecoder().decode(bytes)).catch(() => undefined)
    } catch {
      // No base64: nothing that could be meant.
    }
    return true
  }

  /** False: the terminal shall not see it. */
  #key(event: KeyboardEvent): boolean {
    if (event.type !== 'keydown') return true
    // The keys of the console's frame belong to the program while it has the focus.
    event.stopPropagation()
    const own = this.#own(event)
    if (own) event.preventDefault()
    return !own
  }

  #own({ ctrlKey, metaKey, shiftKey, code }: KeyboardEvent): boolean {
    const copies = (ctrlKey && shiftKey) || (metaKey && this.selection !== '')
    if (code === 'KeyC' && copies) void this.copy()
    else if (code === 'KeyF' && ctrlKey && shiftKey) this.#ports.onFind()
    else if (code === 'Enter' && ctrlKey && shiftKey) this.#ports.onFull()
    else if (code === 'F6' && ctrlKey) this.#ports.onLeave()
    else return false
    return true
  }
}
