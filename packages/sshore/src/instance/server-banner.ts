import type { Config } from '../config/variables.ts'
import { labelled } from '../terminal/text-table.ts'
import { consoleUrl, isLoopback, reachable, setupLink } from './addresses.ts'

export interface ServerBanner {
  readonly config: Pick<Config, 'publicUrl' | 'host' | 'sshHost' | 'dataDir'>
  readonly instance: { readonly httpPort: number; readonly sshPort: number }
  readonly version: string
  readonly setup: { readonly done: boolean; readonly sign: string }
}

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

/** What a person who has just started the server needs to know next. */
export function serverBanner({ config, instance, version, setup }: ServerBanner): string {
  const base = consoleUrl(config.publicUrl, config.host, instance.httpPort)
  const sshHost = config.publicUrl ? new URL(config.publicUrl).hostname : reachable(config.sshHost ?? config.host)
  const facts = labelled([
    ['Console', base],
    ['SSH', `ssh -p ${instance.sshPort} LOGIN@NAMESPACE.DEVICE@${sshHost}`],
    ['Data', config.dataDir],
  ])
  const first = setup.done
    ? ''
    : `\nNobody has set this server up yet. Open this link, which works once, to create the first user:\n\n  ${setupLink(base, setup.sign)}\n`
  const local = isLoopback(config.host)
    ? '\nOnly this machine reaches the server. For devices elsewhere, start it with --host 0.0.0.0 (see sshore server --help).\n'
    : ''
  return `\nSshore ${version} is running.\n\n${indented(facts)}${first}${local}\n`
}
