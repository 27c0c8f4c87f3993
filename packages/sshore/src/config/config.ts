// Reads the settings: flag before environment before default. Whatever is wrong is reported together, not one by one.
import { invalid } from './kinds.ts'
import { type Config, type Variable, type VariableKey, variableKeys, variables } from './variables.ts'

export type Environment = Readonly<Record<string, string | undefined>>
/** Texts of the flags that were given. */
export type Flags = Partial<Record<VariableKey, string>>
export type Source = 'flag' | 'environment' | 'default'

export interface Setting {
  readonly key: VariableKey
  readonly variable: Variable<unknown>
  readonly source: Source
  readonly text: string
  readonly value: unknown
}

export class ConfigProblems extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      problems.length === 1 ? `A setting is wrong: ${problems[0]}` : `Settings are wrong:\n  ${problems.join('\n  ')}`,
    )
    this.name = 'ConfigProblems'
    this.problems = problems
  }
}

/** Enough of a wrong value to recognise it, without line breaks and without pouring a pasted file into the terminal. */
const shapeOf = (text: string): string =>
  text.length > 40 ? `${JSON.stringify(text.slice(0, 32))}… (${text.length} characters)` : JSON.stringify(text)

const gotten = ({ variable, text }: Setting): string =>
  variable.kind.secret ? `something else (${text.length} characters)` : shapeOf(text)

const sourceName = (setting: Setting): string =>
  setting.source === 'flag' ? `--${setting.variable.flag}` : setting.variable.name

function settingOf(key: VariableKey, environment: Environment, flags: Flags): Setting {
  const variable: Variable<unknown> = variables[key]
  const flag = flags[key]
  // An empty variable is what compose files and unit files make of an unset one.
  const given = environment[variable.name] || undefined
  const source = flag !== undefined ? 'flag' : given !== undefined ? 'environment' : 'default'
  const text = flag ?? given ?? variable.fallback
  return { key, variable, source, text, value: variable.kind.read(text) }
}

/** All settings with where each comes from, right or wrong. */
export const readSettings = (environment: Environment, flags: Flags = {}): Setting[] =>
  variableKeys.map((key) => settingOf(key, environment, flags))

/** Billing needs all of its settings, or none. */
function paymentProblems(settings: readonly Setting[]): string[] {
  const given = (key: VariableKey) => settings.find((setting) => setting.key === key && setting.text !== '')
  const name = (key: VariableKey): string => variables[key].name
  const others = (['stripeWebhookSecret', 'stripePriceUsd', 'stripePriceBrl'] as const).flatMap(
    (key) => given(key) ?? [],
  )
  const [other] = others
  const key = given('stripeSecretKey')
  if (!key) return other ? [`${sourceName(other)}: is of no use without ${name('stripeSecretKey')}.`] : []
  const problems: string[] = []
  if (!given('stripeWebhookSecret')) problems.push(`${sourceName(key)}: needs ${name('stripeWebhookSecret')} too.`)
  if (!given('stripePriceUsd') && !given('stripePriceBrl')) {
    problems.push(`${sourceName(key)}: needs ${name('stripePriceUsd')} or ${name('stripePriceBrl')} too.`)
  }
  return problems
}

/** What is wrong, one sentence each. */
export function problemsOf(settings: readonly Setting[]): string[] {
  const problems = settings
    .filter(({ value }) => value === invalid)
    .map((setting) => `${sourceName(setting)}: got ${gotten(setting)}, expected ${setting.variable.kind.expects}.`)
  const http = settings.find(({ key }) => key === 'httpPort')
  const ssh = settings.find(({ key }) => key === 'sshPort')
  if (http && ssh && typeof http.value === 'number' && http.value !== 0 && http.value === ssh.value) {
    problems.push(`${sourceName(http)} and ${sourceName(ssh)}: both are ${http.value}, expected two different ports.`)
  }
  const named = (key: VariableKey) => settings.find((setting) => setting.key === key)
  const smtp = named('smtpUrl')
  if (smtp && smtp.text !== '') {
    const [from, url] = [named('mailFrom'), named('publicUrl')]
    const why = 'for what a request says of the host is nothing that links in mails may lead to'
    if (from?.text === '') problems.push(`${sourceName(smtp)}: needs ${sourceName(from)} too, whom mail is from.`)
    if (url?.text === '') problems.push(`${sourceName(smtp)}: needs ${sourceName(url)} too, ${why}.`)
  }
  const proxyProtocol = settings.find(({ key }) => key === 'sshProxyProtocol')
  const proxies = settings.find(({ key }) => key === 'trustedProxies')
  if (proxyProtocol?.value === 'on' && proxies?.text.trim() === '') {
    problems.push(`${sourceName(proxyProtocol)}: is on, but ${sourceName(proxies)} names nobody who may speak it.`)
  }
  return [...problems, ...paymentProblems(settings)]
}

/** Fails with `ConfigProblems`, which names every setting that is wrong. */
export function readConfig(environment: Environment, flags: Flags = {}): Config {
  const settings = readSettings(environment, flags)
  const problems = problemsOf(settings)
  if (problems.length > 0) throw new ConfigProblems(problems)
  // Each value was read by its own variable's kind, which is what `Config` says; the table as a whole loses that link.
  return Object.fromEntries(settings.map(({ key, value }) => [key, value])) as Config
}
