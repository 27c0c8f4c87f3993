// All terminals of this browser tab. They go on while somebody looks at another page, and come back after a reload.
import type { DeviceUid } from '@sshore/contract'
import { Pane, type PaneDevice } from './pane-model.ts'
import { type Direction, panesOf, type Split, splitAt, without } from './split-tree.ts'

export interface DeskTab {
  readonly id: string
  readonly tree: Split
  /** The pane that has the keyboard. */
  readonly focused: string
}

export interface DeskState {
  readonly tabs: readonly DeskTab[]
  /** The id of the tab in front. */
  readonly shown: string | undefined
}

interface Stored extends DeskState {
  readonly panes: readonly {
    readonly id: string
    readonly device: PaneDevice
    readonly login: string
    readonly token: string
  }[]
}

const key = 'sshore.terminals'

export class Desk {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly #owner: string
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  readonly #panes = new Map<string, Pane>()
  #state: DeskState = { tabs: [], shown: undefined }

  /** `owner`: of whom and in which namespace the terminals are. */
  constructor(owner: string, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, now: () => number) {
    this.#owner = owner
    this.#storage = storage
    this.#now = now
    this.#restore()
  }

  readonly state = (): DeskState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  pane(id: string): Pane | undefined {
    return this.#panes.get(id)
  }

  /** A new tab, in front. One for the same device that nobody has used yet is taken instead. */
  open(device: PaneDevice): void {
    const unused = this.#state.tabs.find(({ focused }) => {
      const pane = this.#panes.get(focused)
      return pane?.device.uid === device.uid && pane.state().kind === 'login'
    })
    if (unused) return this.show(unused.id)
    const pane = this.#add(device, '')
    const tab: DeskTab = { id: crypto.randomUUID(), tree: { pane: pane.id }, focused: pane.id }
    this.#change({ tabs: [...this.#state.tabs, tab], shown: tab.id })
  }

  show(id: string): void {
    this.#change({ ...this.#state, shown: id })
  }

  focus(paneId: string): void {
    const tab = this.#tabOf(paneId)
    if (tab && tab.focused !== paneId) this.#replace(tab, { ...tab, focused: paneId })
  }

  /** Another pane beside or below, for the same device until another is chosen. */
  split(paneId: string, direction: Direction): void {
    const tab = this.#tabOf(paneId)
    const pane = this.#panes.get(paneId)
    if (!tab || !pane) return
    const added = this.#add(pane.device, pane.login)
    this.#replace(tab, { ...tab, tree: splitAt(tab.tree, paneId, direction, added.id), focused: added.id })
  }

  closePane(paneId: string): void {
    const tab = this.#tabOf(paneId)
    if (!tab) return
    const tree = without(tab.tree, paneId)
    this.#panes.get(paneId)?.leave()
    this.#panes.delete(paneId)
    if (!tree) return this.#removeTab(tab)
    this.#replace(tab, { ...tab, tree, focused: panesOf(tree)[0] ?? '' })
  }

  closeTab(id: string): void {
    const tab = this.#state.tabs.find((each) => each.id === id)
    if (!tab) return
    for (const paneId of panesOf(tab.tree)) {
      this.#panes.get(paneId)?.leave()
      this.#panes.delete(paneId)
    }
    this.#removeTab(tab)
  }

  /** Ends every terminal: its user is gone. */
  end(): void {
    for (const pane of this.#panes.values()) pane.leave()
    this.#panes.clear()
    this.#change({ tabs: [], shown: undefined })
    this.#listeners.clear()
  }

  #tabOf(paneId: string): DeskTab | undefined {
    return this.#state.tabs.find(({ tree }) => panesOf(tree).includes(paneId))
  }

  #removeTab(tab: DeskTab): void {
    const at = this.#state.tabs.indexOf(tab)
    const tabs = this.#state.tabs.toSpliced(at, 1)
    const next = tabs[Math.min(at, tabs.length - 1)]
    this.#change({ tabs, shown: this.#state.shown === tab.id ? next?.id : this.#state.shown })
  }

  #replace(tab: DeskTab, next: DeskTab): void {
    this.#change({ ...this.#state, tabs: this.#state.tabs.map((each) => (each === tab ? next : each)) })
  }

  #add(device: PaneDevice, login: string, known?: { readonly id: string; readonly token: string }): Pane {
    const pane = new Pane({
      id: known?.id ?? crypto.randomUUID(),
      device,
      login,
      now: this.#now,
      onKept: () => this.#keep(),
    })
    this.#panes.set(pane.id, pane)
    if (known) pane.resume(known.token)
    return pane
  }

  #change(state: DeskState): void {
    this.#state = state
    this.#keep()
    for (const listener of this.#listeners) listener()
  }

  #keep(): void {
    const panes = [...this.#panes.values()].flatMap(({ id, device, login, token }) =>
      token === undefined ? [] : [{ id, device, login, token }],
    )
    if (panes.length === 0) this.#storage.removeItem(key)
    else this.#storage.setItem(key, JSON.stringify({ owner: this.#owner, panes, ...this.#state }))
  }

  #restore(): void {
    const stored = parsed(this.#storage.getItem(key), this.#owner)
    if (!stored) return
    for (const { device, login, ...known } of stored.panes) this.#add(device, login, known)
    const tabs = stored.tabs.flatMap((tab) => {
      const gone = panesOf(tab.tree).filter((id) => !this.#panes.has(id))
      const tree = gone.reduce<Split | undefined>((left, id) => left && without(left, id), tab.tree)
      return tree ? [{ id: tab.id, tree, focused: panesOf(tree)[0] ?? '' }] : []
    })
    this.#change({ tabs, shown: tabs.find(({ id }) => id === stored.shown)?.id ?? tabs[0]?.id })
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

function isPane(value: unknown): value is Stored['panes'][number] {
  if (typeof value !== 'object' || value === null || !('device' in value)) return false
  const { device } = value
  if (typeof device !== 'object' || device === null) return false
  const texts: unknown[] = [Reflect.get(device, 'uid'), Reflect.get(device, 'name')]
  return [...texts, ...(['id', 'login', 'token'] as const).map((name): unknown => Reflect.get(value, name))].every(
    isText,
  )
}

function isSplit(value: unknown): value is Split {
  if (typeof value !== 'object' || value === null) return false
  if ('pane' in value) return isText(value.pane)
  return 'parts' in value && Array.isArray(value.parts) && 'direction' in value && value.parts.every(isSplit)
}

const isTab = (value: unknown): value is DeskTab =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  isText(value.id) &&
  'tree' in value &&
  isSplit(value.tree)

/** Undefined: nothing of this owner. */
function parsed(text: string | null, owner: string): Stored | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null || Reflect.get(value, 'owner') !== owner) return undefined
    const [panes, tabs, shown]: unknown[] = ['panes', 'tabs', 'shown'].map((name): unknown => Reflect.get(value, name))
    if (!Array.isArray(panes) || !Array.isArray(tabs) || !panes.every(isPane) || !tabs.every(isTab)) return undefined
    return { panes, tabs, shown: isText(shown) ? shown : undefined }
  } catch {
    return undefined
  }
}

export const paneDevice = ({ uid, name }: { readonly uid: DeviceUid; readonly name: string }): PaneDevice => ({
  uid,
  name,
})
