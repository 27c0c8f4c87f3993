// Rules are asked by priority, of equal ones the oldest first; numbers of rules grow with time.
import type { FirewallRule } from '@sshore/contract'

type Placed = Pick<FirewallRule, 'id' | 'priority'>

/** Whether `first` is asked before `second`. */
const isBefore = (first: Placed, second: Placed): boolean =>
  first.priority < second.priority || (first.priority === second.priority && first.id < second.id)

/**
 * The rules whose priority has to change, with the new one, so that the one at `from` stands at `to`. The priorities that there are
 * are given out anew, so that most rules keep theirs. None when there is no such place.
 */
export function priorityChanges<Rule extends Placed>(rules: readonly Rule[], from: number, to: number): Rule[] {
  const moved = rules[from]
  if (!moved || !rules[to]) return []
  const order = rules.toSpliced(from, 1).toSpliced(to, 0, moved)
  const priorities = rules.map(({ priority }) => priority).toSorted((a, b) => a - b)
  const placed: Rule[] = []
  for (const [at, rule] of order.entries()) {
    const before = placed.at(-1)
    const next = { ...rule, priority: Math.max(priorities[at] ?? 0, before?.priority ?? 0) }
    placed.push(before && !isBefore(before, next) ? { ...next, priority: before.priority + 1 } : next)
  }
  return placed.filter(({ priority }, at) => priority !== order[at]?.priority)
}

/** Behind all that there are, with room before it. */
export const lastPriority = (rules: readonly Placed[], most: number): number =>
  Math.min(Math.max(0, ...rules.map(({ priority }) => priority)) + 10, most)
