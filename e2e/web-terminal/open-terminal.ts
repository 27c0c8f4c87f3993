// What the console does for a terminal: a ticket by HTTP, then a WebSocket that begins with it.
import type { Client } from '@sshore/client'
import type { DeviceUid, Fingerprint } from '@sshore/contract'
import { type BrowserKey, BrowserTerminal } from '@sshore/testkit'
import type { OneDevice } from '../one-device.ts'

export const size = { columns: 100, rows: 30 } as const

export interface Wanted {
  readonly client?: Client
  readonly device?: DeviceUid
  readonly username: string
  readonly password?: string
  readonly fingerprint?: Fingerprint
}

export async function ticketFor(one: OneDevice, wanted: Wanted): Promise<string> {
  const { client = one.namespace.owner.client, device = one.device.uid, ...body } = wanted
  return (await client.createTerminalTicket({ body: { device, ...body } })).body.token
}

/** Connected and past the first message; `hears('ready')` follows, or an error. */
export async function openTerminal(one: OneDevice, wanted: Wanted): Promise<BrowserTerminal> {
  const ticket = await ticketFor(one, wanted)
  const terminal = await BrowserTerminal.dial(one.stack.url)
  terminal.say({ type: 'open', ticket, ...size })
  return terminal
}

/** A key that is registered in the namespace, as the tests' own user has it. */
export async function openWithKey(one: OneDevice, key: BrowserKey, fingerprint: Fingerprint, username: string) {
  const terminal = await openTerminal(one, { username, fingerprint })
  const { data } = await terminal.hears('challenge')
  terminal.say({ type: 'signature', signature: await key.sign(data) })
  return terminal
}
