// How a member gets into a tunnel that is for members only: a code for the way from the console to the tunnel, and there a
// pass, which the browser keeps as a cookie of the tunnel alone.
import { Failure, Holder, limits, type TunnelAddress } from '@sshore/contract'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { CallingUser } from '../../http/caller.ts'
import { holderOf, mayReachDevices } from '../../http/holders.ts'
import { seconds } from '../../platform/clock.ts'
import type { TunnelsTable } from '../../platform/database/tunnel-tables.ts'
import type { Services } from '../../services.ts'
import { hasExpired } from './tunnels.presenter.ts'
import { locateTunnel } from './tunnels.store.ts'

/** `until` is that of the pass, in Unix milliseconds. */
const Code = Type.Object({ holder: Holder, address: Type.String(), state: Type.String(), until: Type.Integer() })
const Pass = Type.Object({ holder: Holder, until: Type.Integer() })

const contextOf = (address: TunnelAddress): string => `pass of tunnel ${address}`

export interface Entry {
  readonly row: TunnelsTable
  readonly code: string
}

/** A tunnel of another namespace is none to them. Fails with `tunnel_not_found` or `too_many_requests`. */
export async function makeCode(
  services: Services,
  user: CallingUser,
  address: TunnelAddress,
  state = '',
): Promise<Entry> {
  const { database, held, clock } = services
  const row = await locateTunnel(database, address)
  if (!row || hasExpired(row, clock.now())) throw new Failure('tunnel_not_found')
  const { id, acting } = user
  const holder = holderOf(user, row.tenant_id)
  if (!(await mayReachDevices(services, holder))) throw new Failure('tunnel_not_found')
  const { codeSeconds, codesMost, passSeconds } = limits.tunnels
  const until = Math.min(clock.now() + seconds(passSeconds), seconds(acting?.until ?? Infinity))
  const text = JSON.stringify({ holder, address, state, until })
  const code = held.hold(`tunnels of ${id}`, text, codeSeconds, codesMost)
  if (code === undefined) throw new Failure('too_many_requests', { headers: { 'Retry-After': String(codeSeconds) } })
  return { row, code }
}

/** A code that was made for a browser (with a state) is good in that browser alone. */
export async function redeemCode(
  services: Services,
  address: TunnelAddress,
  code: string,
  state = '',
): Promise<string | undefined> {
  const { held, sealer } = services
  const text = held.take(code)
  if (text === undefined) return undefined
  const known = Value.Parse(Code, JSON.parse(text))
  if (known.address !== address || known.state !== state) return undefined
  if (!(await mayReachDevices(services, known.holder))) return undefined
  const { holder, until } = known
  return sealer.seal(Buffer.from(JSON.stringify({ holder, until })), contextOf(address))
}

/** Whether a pass is one of this tunnel, and whoever has it a member still. */
export async function isGood(services: Services, { address, tenant_id }: TunnelsTable, pass: string): Promise<boolean> {
  const { sealer, clock, log } = services
  let known: unknown
  try {
    known = JSON.parse(sealer.open(pass, contextOf(address)).toString())
  } catch {
    log.debug('a pass of a tunnel is none')
    return false
  }
  if (!Value.Check(Pass, known) || known.until <= clock.now() || known.holder.tenant_id !== tenant_id) return false
  return mayReachDevices(services, known.holder)
}
