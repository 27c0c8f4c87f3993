import type { Surroundings } from '../surroundings.ts'

const everySeconds = 2

/** Calls back once when the process that started us has ended: nobody is left to press Ctrl-C. Dispose it to stop looking. */
export function whenOrphaned({ parentId }: Pick<Surroundings, 'parentId'>, listener: () => void): Disposable {
  const parent = parentId()
  const timer = setInterval(() => {
    // Not "became 1": whoever adopts orphans has another number in some sessions, and a container's first process is 1 itself.
    if (parentId() === parent) return
    clearInterval(timer)
    listener()
  }, everySeconds * 1000)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
