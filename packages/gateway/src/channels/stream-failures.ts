// What a device's refusal means to the person at the terminal.
import type { ReachableDevice, ResetReason } from '@sshore/contract'
import { openFailure, type OpenFailure } from '../ssh/message-numbers.ts'

const withDetail = (text: string, detail: string): string => (detail === '' ? `${text}.` : `${text}: ${detail}`)

/** A program did not start. */
export function refusedText(reason: ResetReason | undefined, detail: string): string {
  if (reason === 'link_lost') return 'the connection to the device was lost.'
  if (reason === 'not_permitted') return withDetail('the device does not permit this', detail)
  return withDetail('the device could not start the program', detail)
}

/** A program that ran was broken off. */
export function brokenText(device: ReachableDevice, reason: ResetReason, detail: string): string {
  const name = `${device.namespace}.${device.name}`
  // The detail tells a device that stayed away too long from an agent that was stopped.
  if (reason === 'link_lost') return withDetail(`the connection to ${name} is over`, detail)
  return withDetail(`${name} broke the session off`, detail)
}

/** A forwarded connection was not made: the reason as SSH has it (RFC 4254 section 5.1), and a sentence. */
export function dialFailure(reason: ResetReason | undefined, detail: string): { reason: OpenFailure; text: string } {
  if (reason === 'not_permitted') {
    return { reason: openFailure.administrativelyProhibited, text: detail || 'not permitted on the device' }
  }
  if (reason === 'refused') {
    return { reason: openFailure.resourceShortage, text: detail || 'the device has too many open' }
  }
  return { reason: openFailure.connectFailed, text: detail || 'the device could not connect' }
}
