// Which rule decides about a connection.
import type { FirewallRuleId } from '@sshore/contract'
import type { KeptPattern } from '../../platform/pattern.ts'
import { politely } from './turns.ts'

export interface CompiledRule {
  readonly number: FirewallRuleId
  readonly priority: number
  readonly allows: boolean
  /** A sentence, for a rule that cannot be asked. */
  readonly when:
    | {
        readonly username: KeptPattern
        readonly address: KeptPattern
        readonly device: { readonly name: KeptPattern } | { readonly tags: ReadonlySet<string> }
      }
    | { readonly problem: string }
}

export const unusable = (number: FirewallRuleId, priority: number, error: unknown): CompiledRule => ({
  number,
  priority,
  allows: false,
  when: { problem: error instanceof Error ? error.message : String(error) },
})

/** What a connection is like. */
export interface Subject {
  readonly username: string
  /** In canonical form. */
  readonly address: string
  readonly deviceName: string
  readonly deviceTags: readonly string[]
}

/** `problem`: the rule cannot be asked, and so lets nobody in who comes to it. */
export interface Decision {
  readonly rule: CompiledRule
  readonly problem?: string
}

/** Whether a pattern matches, asked once for all rules that have it. */
function asker(text: string): (pattern: KeptPattern) => boolean {
  const answers = new Map<KeptPattern, boolean>()
  return (pattern) => {
    if (!pattern.costly) return pattern.matches(text)
    const known = answers.get(pattern) ?? pattern.matches(text)
    answers.set(pattern, known)
    return known
  }
}

/** In their order, the first that matches decides; undefined: none does. */
export async function decide(rules: readonly CompiledRule[], subject: Subject): Promise<Decision | undefined> {
  const turns = politely()
  const username = asker(subject.username)
  const address = asker(subject.address)
  const name = asker(subject.deviceName)
  for (const [index, rule] of rules.entries()) {
    if (index % 16 === 15) await turns()
    const { when } = rule
    if ('problem' in when) return { rule, problem: when.problem }
    if (!username(when.username) || !address(when.address)) continue
    const { device } = when
    const fits = 'name' in device ? name(device.name) : subject.deviceTags.some((tag) => device.tags.has(tag))
    if (fits) return { rule }
  }
  return undefined
}
