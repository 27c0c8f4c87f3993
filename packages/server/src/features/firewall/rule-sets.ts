// The rules of namespaces as they are asked: compiled once, and kept for as long as nobody changes them.
import type { Database } from '../../platform/database/schema.ts'
import { flag } from '../../platform/database/codecs.ts'
import { keepPattern, type KeptPattern } from '../../platform/pattern.ts'
import type { Scope } from '../../platform/scope.ts'
import { type CompiledRule, unusable } from './evaluation.ts'
import { getState, listAllRules, type RuleRow } from './firewall.store.ts'
import { politely, type TakeTurns } from './turns.ts'

export interface RuleSet {
  /** Active ones, in the order in which they are asked. */
  readonly rules: readonly CompiledRule[]
  /** Whether any asks for the tags of the device. */
  readonly byTags: boolean
}

interface Kept extends RuleSet {
  readonly state: string
  readonly patterns: ReadonlyMap<string, KeptPattern>
}

/** In all namespaces together; those not asked for longest are compiled anew. */
const patternsMost = 10_000

export class RuleSets {
  /** In order of use, the least recent first. */
  readonly #kept = new Map<string, Kept>()
  readonly #patternsMost: number
  #patterns = 0

  constructor(most = patternsMost) {
    this.#patternsMost = most
  }

  /** As they are now: one small query when nothing has changed. */
  async of(database: Database, scope: Scope): Promise<RuleSet> {
    // Before the rules, so that what changes in between is read again the next time.
    const state = await getState(database, scope)
    const known = this.#kept.get(scope.tenantId)
    const kept = known?.state === state ? known : await compile(state, await listAllRules(database, scope), known)
    this.#keep(scope.tenantId, kept)
    return kept
  }

  #keep(tenantId: string, kept: Kept): void {
    this.#patterns += kept.patterns.size - (this.#kept.get(tenantId)?.patterns.size ?? 0)
    this.#kept.delete(tenantId)
    this.#kept.set(tenantId, kept)
    for (const [oldest, { patterns }] of this.#kept) {
      if (oldest === tenantId || (this.#patterns <= this.#patternsMost && this.#kept.size <= this.#patternsMost)) return
      this.#kept.delete(oldest)
      this.#patterns -= patterns.size
    }
  }
}

/** Patterns that were there before are taken over. */
async function compile(state: string, rows: readonly RuleRow[], before: Kept | undefined): Promise<Kept> {
  const turns = politely()
  const patterns = new Map<string, KeptPattern>()
  const rules: CompiledRule[] = []
  for (const row of rows.filter(({ active }) => flag.read(active))) {
    rules.push(await compiledRule(row, turns, (text) => kept(patterns, before, text)))
  }
  return { state, rules, byTags: rows.some(({ hostname }) => hostname === null), patterns }
}

function kept(patterns: Map<string, KeptPattern>, before: Kept | undefined, text: string): KeptPattern {
  const pattern = patterns.get(text) ?? before?.patterns.get(text) ?? keepPattern(text)
  patterns.set(text, pattern)
  return pattern
}

async function compiledRule(
  row: RuleRow,
  turns: TakeTurns,
  pattern: (text: string) => KeptPattern,
): Promise<CompiledRule> {
  await turns()
  const { number, action, priority } = row
  try {
    if (row.hostname === null && row.tags.length === 0) throw new Error('its filter is empty')
    const device = row.hostname === null ? { tags: new Set(row.tags) } : { name: pattern(row.hostname) }
    // What is neither is no word that says yes.
    const allows = action === 'allow'
    const when = { username: pattern(row.username), address: pattern(row.source_ip), device }
    return { number, allows, priority, when }
  } catch (error) {
    return unusable(number, priority, error)
  }
}
