// What a doctor found out: one sentence for each thing looked at, and what to do where it is not good.
export type Outcome = 'good' | 'warning' | 'bad'

export interface Finding {
  /** One or two words. */
  readonly about: string
  readonly outcome: Outcome
  readonly says: string
  readonly advice?: string
}

export const good = (about: string, says: string): Finding => ({ about, outcome: 'good', says })
export const warning = (about: string, says: string, advice: string): Finding => ({
  about,
  outcome: 'warning',
  says,
  advice,
})
export const bad = (about: string, says: string, advice: string): Finding => ({ about, outcome: 'bad', says, advice })

const signs: Readonly<Record<Outcome, string>> = { good: 'good', warning: 'look', bad: 'BAD' }

/** Device names and replies of servers are shown: nothing of them may act in a terminal. */
const harmless = (text: string): string => text.replaceAll(/\p{Cc}/gu, '?')

/** One line each, with the advice below it. */
export function findingsText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length))
  return findings
    .map(({ about, outcome, says, advice }) => {
      const line = `${signs[outcome].padEnd(4)}  ${about.padEnd(width)}  ${harmless(says)}\n`
      return advice === undefined ? line : `${line}${' '.repeat(width + 8)}→ ${harmless(advice)}\n`
    })
    .join('')
}

export const isHealthy = (findings: readonly Finding[]): boolean => findings.every(({ outcome }) => outcome !== 'bad')
