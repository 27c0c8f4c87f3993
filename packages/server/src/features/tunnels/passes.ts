// How a member gets into a tunnel that is for members only: a code for the way from the console to the tunnel, and there a
// pass, which the browser keeps as a cookie of the tunnel alone.
import { ActingAdministrator, Failure, limits, TenantId, type TunnelAddress, UserId } from '@sshore/contract'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { CallingUser } from '../../http/caller.ts'
import { findStanding, looksAfterServer } from '../../http/credentials.store.ts'
import { hasPermission } from '@sshore/contract'
import { seconds } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { TunnelsTable } from '../../platform/database/tunnel-tables.ts'
import type { Services } from '../../services.ts'
import { hasExpired } from './tunnels.presenter.ts'
import { locateTunnel } from './tunnels.store.ts'

const Holder = Type.Object({
  user_id: UserId,
  tenant_id: TenantId,
  token_version: Type.Integer(),
  /** Acts as the user. */
  by: Type.Optional(ActingAdministrator),
})
type Holder = Static<typeof Holder>
/** `until` is that of the pass, in Unix milliseconds. */
const Code = Type.Object({ holder: Holder, address: Type.String(), state: Type.String(), until: Type.Integer() })
const Pass = Type.Object({ holder: Holder, until: Type.Integer() })

const contextOf = (address: TunnelAddress): string => `pass of tunnel ${address}`

/** A member who may reach devices, and has not signed out since. */
async function mayEnter(database: Database, { user_id, tenant_id, token_version, by }: Holder): Promise<boolean> {
  const standing = await findStanding(database, user_id, tenant_id)
  if (standing?.status !== 'confirmed' || standing.tokenVersion !== token_version) return false
  if (standing.role === undefined || !hasPermission(standing.role, 'device:connect')) return false
  return looksAfterServer(database, by)
}

export interface Entry {
  readonly row: TunnelsTable
  readonly code: string
}

/** A tunnel of another namespace is none to them. Fails with `tunnel_not_found` or `too_many_requests`. */
export async function makeCode(
  { database, held, clock }: Services,
  user: CallingUser,
  address: TunnelAddress,
  state = '',
): Promise<Entry> {
  const row = await locateTunnel(database, address)
  if (!row || hasExpired(row, clock.now())) throw new Failure('tunnel_not_found')
  const { id, tokenVersion, acting } = user
  const by = acting?.administrator && { by: acting.administrator }
  const holder = { user_id: id, tenant_id: row.tenant_id, token_version: tokenVersion, ...by }
  if (!(await mayEnter(database, holder))) throw new Failure('tunnel_not_found')
  const { codeSeconds, codesMost, passSeconds } = limits.tunnels
  const until = Math.min(clock.now() + seconds(passSeconds), seconds(acting?.until ?? Infinity))
  const text = JSON.stringify({ holder, address, state, until })
  const code = held.hold(`tunnels of ${id}`, text, codeSeconds, codesMost)
  if (code === undefined) throw new Failure('too_many_requests', { headers: { 'Retry-After': String(codeSeconds) } })
  return { row, code }
}

/** A code that was made for a browser (with a state) is good in that browser alone. */
export async function redeemCode(
  { database, held, sealer }: Services,
  address: TunnelAddress,
  code: string,
  state = '',
): Promise<string | undefined> {
  const text = held.take(code)
  if (text === undefined) return undefined
  const known = Value.Parse(Code, JSON.parse(text))
  if (known.address !== address || known.state !== state) return undefined
  if (!(await mayEnter(database, known.holder))) return undefined
  const { holder, until } = known
  return sealer.seal(Buffer.from(JSON.stringify({ holder, until })), contextOf(address))
}

/** Whether a pass is one of this tunnel, and whoever has it a member still. */
export async function isGood(
  { database, sealer, clock, log }: Services,
  { address, tenant_id }: TunnelsTable,
  pass: string,
): Promise<boolean> {
  let known: unknown
  try {
    known = JSON.parse(sealer.open(pass, contextOf(address)).toString())
  } catch {
    log.debug('a pass of a tunnel is none')
    return false
  }
  if (!Value.Check(Pass, known) || known.until <= clock.now() || known.holder.tenant_id !== tenant_id) return false
  return mayEnter(database, known.holder)
}
