import type { Config } from '../config/variables.ts'
import { labelled } from '../terminal/text-table.ts'
import { consoleUrl, isLoopback, reachable, setupLink } from './addresses.ts'

export interface ServerBanner {
  readonly config: Pick<Config, 'publicUrl' | 'host' | 'sshHost' | 'dataDir'>
  readonly instance: { readonly httpPort: number; readonly sshPort: number }
  readonly version: string
  /** The console could be built. */
  readonly hasConsole: boolean
  readonly setup: { readonly done: boolean; readonly sign: string }
}

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

/** What a person who has just started the server needs to know next. */
export function serverBanner({ config, instance, version, hasConsole, setup }: ServerBanner): string {
  const base = consoleUrl(config.publicUrl, config.host, instance.httpPort)
  const sshHost = config.publicUrl ? new URL(config.publicUrl).hostname : reachable(config.sshHost ?? config.host)
  const facts = labelled([
    hasConsole ? ['Console', base] : ['API', `${base} (without the console, which could not be built)`],
    ['SSH', `ssh -p ${instance.sshPort} LOGIN@NAMESPACE.DEVICE@${sshHost}`],
    ['Data', config.dataDir],
  ])
  const withoutConsole =
    '\nNobody has set this server up yet. The page for it is missing; create the first user with: sshore setup\n'
  const byLink = `\nNobody has set this server up yet. Open this link, which works once, to create the first user:\n\n  ${setupLink(base, setup.sign)}\n`
  const unset = hasConsole ? byLink : withoutConsole
  const first = setup.done ? '' : unset
  const local = isLoopback(config.host)
    ? '\nOnly this machine reaches the server. For devices elsewhere, start it with --host 0.0.0.0 (see sshore server --help).\n'
    : ''
  return `\nSshore ${version} is running.\n\n${indented(facts)}${first}${local}\n`
}
