// Short messages about what was done, with a way to take it back.
export interface Notice {
  readonly id: number
  readonly tone: 'done' | 'failed'
  readonly text: string
  readonly undo?: () => void
  /** What to do about it. */
  readonly next?: { readonly label: string; readonly run: () => void }
}

export interface Notices {
  readonly list: () => readonly Notice[]
  readonly subscribe: (listener: () => void) => () => void
  readonly add: (notice: Omit<Notice, 'id'>) => void
  readonly dismiss: (id: number) => void
}

/** More than these would hide the page; the oldest goes. */
const shownAtMost = 3

export function createNotices(): Notices {
  const listeners = new Set<() => void>()
  let notices: readonly Notice[] = []
  let last = 0
  function change(next: readonly Notice[]): void {
    notices = next
    for (const listener of listeners) listener()
  }
  return {
    list: () => notices,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(notice) {
      last += 1
      change([...notices, { ...notice, id: last }].slice(-shownAtMost))
    },
    dismiss: (id) => change(notices.filter((notice) => notice.id !== id)),
  }
}
