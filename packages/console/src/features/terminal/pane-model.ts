// One terminal: what it reaches, how far it is, its screen and its connection.
import type { DeviceUid } from '@sshore/contract'
import { type Challenge, Connection, type ConnectionState, type Trouble } from './connection.ts'
import { FileDesk } from './files/file-desk.ts'
import { Screen, type ScreenLook } from './screen.ts'

export interface PaneDevice {
  readonly uid: DeviceUid
  readonly name: string
}

export type PaneState = { readonly kind: 'login'; readonly trouble?: Trouble } | ConnectionState

export interface PaneOptions {
  readonly id: string
  readonly device: PaneDevice
  readonly login: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** What is needed after a reload has changed. */
  readonly onKept: () => void
}

/** Out of the terminal, by its own keys. */
export interface PaneWays {
  readonly onLeave: () => void
  readonly onFull: () => void
}

export interface Way {
  readonly login: string
  /** Of one use. */
  readonly ticket: string
  readonly sign?: (challenge: Challenge) => Promise<string>
}

const usualSize = { columns: 80, rows: 24 }
const cannotSign = (): Promise<string> => Promise.reject(new Error('There is no key here.'))

export class Pane {
  readonly id: string
  readonly device: PaneDevice
  login: string
  /** Resumes the session after a reload. */
  token: string | undefined
  /** Opens the files beside it. */
  filesToken: string | undefined
  /** What the program calls itself; inert. */
  title = ''
  /** Address of the link under the pointer. */
  link = ''
  readonly files = new FileDesk(() => this.filesToken)
  isFinding = false
  isControlHeld = false
  readonly #options: PaneOptions
  readonly #listeners = new Set<() => void>()
  readonly #before: ((screen: Screen) => void)[] = []
  #state: PaneState = { kind: 'login' }
  #version = 0
  #screen: Screen | undefined
  #connection: Connection | undefined
  #hasLeft = false
  #ways: PaneWays = { onLeave: () => undefined, onFull: () => undefined }

  constructor(options: PaneOptions) {
    this.#options = options
    this.id = options.id
    this.device = options.device
    this.login = options.login
  }

  readonly state = (): PaneState => this.#state
  /** Another number whenever something about it has changed. */
  readonly version = (): number => this.#version

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get screen(): Screen | undefined {
    return this.#screen
  }

  /** Shows it in `place`; undo by calling what it returns. */
  attach(place: HTMLElement, look: ScreenLook, ways: PaneWays): () => void {
    this.#ways = ways
    const screen = this.#screen ?? this.#newScreen(look)
    screen.attach(place)
    return () => screen.detach()
  }

  dress(look: ScreenLook): void {
    this.#screen?.dress(look)
  }

  connect({ login, ticket, sign = cannotSign }: Way): void {
    this.login = login
    this.#converse({ ticket }, sign)
  }

  /** After a reload: nothing is left here but the token. */
  resume(token: string): void {
    this.token = token
    this.#converse({ token }, cannotSign)
  }

  answer(answers: readonly string[]): void {
    this.#connection?.answer(answers)
  }

  /** Back to the question who logs in, with the reason when there is one. */
  startAgain(trouble?: Trouble): void {
    this.#connection?.drop()
    this.#connection = undefined
    this.#forget()
    this.#set(trouble ? { kind: 'login', trouble } : { kind: 'login' })
  }

  /** For good: what would have begun by now begins no more. */
  leave(): void {
    this.#hasLeft = true
    this.files.close()
    this.#connection?.leave()
    this.#connection = undefined
    this.#screen?.end()
    this.#screen = undefined
  }

  find(isFinding: boolean): void {
    this.isFinding = isFinding
    this.#tell()
  }

  holdControl(isHeld: boolean): void {
    const use = (): void => {
      this.isControlHeld = false
      this.#tell()
    }
    this.isControlHeld = isHeld
    this.#screen?.holdControl(isHeld ? use : undefined)
    this.#tell()
  }

  #newScreen(look: ScreenLook): Screen {
    const screen = new Screen(look, {
      onInput: (bytes) => this.#connection?.type(bytes),
      onResize: (size) => this.#connection?.resize(size),
      onTitle: (title) => {
        this.title = title
        this.#tell()
      },
      onLink: (address) => {
        this.link = address
        this.#tell()
      },
      onFind: () => this.find(true),
      onFull: () => this.#ways.onFull(),
      onLeave: () => this.#ways.onLeave(),
    })
    this.#screen = screen
    for (const write of this.#before.splice(0)) write(screen)
    return screen
  }

  /** Now, or when there is a screen: a tab that is not in front may have none yet. */
  #write(write: (screen: Screen) => void): void {
    if (this.#screen) write(this.#screen)
    else this.#before.push(write)
  }

  #converse(
    beginning: ConstructorParameters<typeof Connection>[0],
    sign: (challenge: Challenge) => Promise<string>,
  ): void {
    // A ticket may arrive after the terminal was closed; nobody could see or end a session that began then.
    if (this.#hasLeft) return
    this.#connection?.drop()
    this.#connection = new Connection(beginning, {
      size: () => this.#screen?.size ?? usualSize,
      sign,
      output: (bytes, shown) => this.#write((screen) => screen.write(bytes, shown)),
      screen: (text) => this.#write((screen) => screen.replace(text)),
      onState: (state) => this.#follow(state),
      onReady: ({ token, files }) => {
        this.token = token
        this.filesToken = files
        this.#options.onKept()
      },
      now: this.#options.now,
    })
  }

  #forget(): void {
    this.token = undefined
    this.filesToken = undefined
    this.title = ''
    this.#options.onKept()
  }

  #follow(state: ConnectionState): void {
    const before = this.#state.kind
    // What was taken over is resumed by the other window alone.
    if (state.kind === 'exited' || state.kind === 'failed' || state.kind === 'taken-over') this.#forget()
    // Whoever was not let in tries again at the same place.
    if (state.kind === 'failed' && (before === 'connecting' || before === 'prompt')) {
      this.#set({ kind: 'login', trouble: state.trouble })
    } else this.#set(state)
  }

  #set(state: PaneState): void {
    this.#state = state
    this.#tell()
  }

  #tell(): void {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }
}
