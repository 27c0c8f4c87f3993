// Whether what devices show in tunnels is kept apart from the console.
import { isIP } from 'node:net'
import { bad, type Finding, good, warning } from '@sshore/agent'
import type { Config } from '../config/variables.ts'

/** Second levels under which countries give names away, as far as they go by what is usual. */
const usualSecondLevels = /^(ac|co|com|edu|gov|net|or|org)$/

/**
 * The domain that somebody registered, told by its form: browsers tell it by a list (https://publicsuffix.org), which is not at hand
 * here, so this may take two that are apart for one.
 */
function registrableDomain(name: string): string {
  const labels = name.split('.')
  const [second = '', top = ''] = labels.slice(-2)
  return labels.slice(top.length === 2 && usualSecondLevels.test(second) ? -3 : -2).join('.')
}

const apart = 'Choose a domain that nothing else is under in SSHORE_TUNNELS_DOMAIN.'

export function tunnelFindings({
  tunnelsDomain: domain,
  publicUrl,
}: Pick<Config, 'tunnelsDomain' | 'publicUrl'>): Finding[] {
  if (domain === undefined) return []
  const console = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  if (console === undefined || isIP(console.replaceAll(/[[\]]/g, '')) !== 0) {
    return [good('tunnels', `names under ${domain}`)]
  }
  if (console === domain || console.endsWith(`.${domain}`)) {
    return [bad('tunnels', `the console, ${console}, is within ${domain}: pages of devices can set its cookies`, apart)]
  }
  if (registrableDomain(console) === registrableDomain(domain)) {
    const says = `${domain} and the console, ${console}, seem to be one site to browsers: pages of devices can set cookies for both`
    return [warning('tunnels', says, apart)]
  }
  return [good('tunnels', `names under ${domain}, apart from the console`)]
}
