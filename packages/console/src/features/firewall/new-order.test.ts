import type { FirewallRuleId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { lastPriority, priorityChanges } from './new-order.ts'

const rules = (...priorities: number[]) =>
  priorities.map((priority, at) => ({ id: (at + 1) as FirewallRuleId, priority }))

/** How the server would sort them after the changes. */
function orderAfter(before: ReturnType<typeof rules>, from: number, to: number): number[] {
  const changed = new Map(priorityChanges(before, from, to).map((rule) => [rule.id, rule.priority]))
  return before
    .map(({ id, priority }) => ({ id, priority: changed.get(id) ?? priority }))
    .toSorted((a, b) => a.priority - b.priority || a.id - b.id)
    .map(({ id }) => id)
}

test('two neighbours of different priority exchange it, and nobody else is touched', () => {
  const three = rules(10, 20, 30)
  expect(priorityChanges(three, 1, 0)).toEqual([
    { id: 2, priority: 10 },
    { id: 1, priority: 20 },
  ])
  expect(orderAfter(three, 2, 0)).toEqual([3, 1, 2])
})

test('equal priorities are told apart where the order needs it', () => {
  expect(orderAfter(rules(0, 0, 0), 2, 0)).toEqual([3, 1, 2])
  expect(orderAfter(rules(0, 0, 0), 0, 2)).toEqual([2, 3, 1])
  expect(orderAfter(rules(5, 5, 9), 0, 1)).toEqual([2, 1, 3])
})

test('a rule that stays changes nothing, nor one that would leave the list, and a new one comes last', () => {
  expect(priorityChanges(rules(1, 2), 1, 1)).toEqual([])
  expect(priorityChanges(rules(1), 4, 0)).toEqual([])
  expect([priorityChanges(rules(1, 2), 0, -1), priorityChanges(rules(1, 2), 1, 2)]).toEqual([[], []])
  expect([lastPriority([], 100), lastPriority(rules(7, 30), 100), lastPriority(rules(99), 100)]).toEqual([10, 40, 100])
})
