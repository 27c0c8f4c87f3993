import { bad, type Finding, good, warning } from '@sshore/agent'
import { featuresOf } from '@sshore/contract'
import { knownVariables } from '../config/known-variables.ts'
import type { Environment } from '../config/config.ts'
import { unknownVariables } from '../config/unknown-variables.ts'
import type { Config } from '../config/variables.ts'
import { isLoopback } from '../instance/addresses.ts'
import { tunnelFindings } from './tunnel-check.ts'

/** Whether clients are seen by their own addresses, and secrets travel encrypted. */
function proxyFindings({ publicUrl, host, trustedProxies }: Config): Finding[] {
  const secure = publicUrl?.startsWith('https:') === true
  if (secure && trustedProxies.length === 0) {
    const advice =
      'Name the proxy in SSHORE_TRUSTED_PROXIES: without it everybody has its address, in lists and for lockouts.'
    return [warning('proxy', 'there is TLS in front of the server, but no proxy is trusted', advice)]
  }
  if (trustedProxies.some((network) => /^(0\.0\.0\.0\/0|::\/0)$/.test(network))) {
    const advice = 'Name only the addresses of your proxies in SSHORE_TRUSTED_PROXIES.'
    return [bad('proxy', 'everybody is trusted to say from where they come', advice)]
  }
  if (publicUrl === undefined) {
    const advice = 'Set SSHORE_PUBLIC_URL to the address that people and devices use, so that links lead there.'
    return [warning('address', 'the server does not know its public address', advice)]
  }
  if (!secure && !isLoopback(host)) {
    return [warning('proxy', `${publicUrl} is not encrypted`, 'Put a proxy with TLS in front; passwords pass here.')]
  }
  return [good('proxy', trustedProxies.length === 0 ? 'none is trusted' : `trusted: ${trustedProxies.join(', ')}`)]
}

/** Keys of the payment provider do nothing where the edition has no billing, and one for tests takes no money. */
function paymentFindings({ stripeSecretKey: key, edition }: Config): Finding[] {
  const billed = featuresOf(edition).includes('billing')
  if (key === undefined) return []
  if (!billed) {
    const advice = 'Leave SSHORE_STRIPE_SECRET_KEY out, or choose an edition with billing in SSHORE_EDITION.'
    return [warning('billing', `there is a payment provider, but no billing in the ${edition} edition`, advice)]
  }
  if (/^[sr]k_test_/.test(key)) {
    const advice = 'Use a live key, with the prices and the webhook endpoint of live mode, when it is for earnest.'
    return [warning('billing', 'the key of the payment provider is one for tests: no money moves', advice)]
  }
  return [good('billing', 'there is a payment provider')]
}

/** The settings themselves are right, or the command would have ended before. */
export function settingsFindings(config: Config, environment: Environment): Finding[] {
  const unknown = unknownVariables(environment, knownVariables)
  return [
    ...unknown.map((sentence) => warning('settings', sentence, '"sshore config" lists all that there are.')),
    ...(unknown.length === 0 ? [good('settings', 'all understood')] : []),
    ...proxyFindings(config),
    ...tunnelFindings(config),
    ...paymentFindings(config),
  ]
}
