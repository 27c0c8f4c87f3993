import { contract, limits } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { pageOf } from '../../platform/paging.ts'
import { scopeOf } from '../../platform/scope.ts'
import { getDevice } from '../devices/index.ts'
import { makeCode, redeemCode } from './passes.ts'
import { originOf, presentTunnel } from './tunnels.presenter.ts'
import { listTunnels } from './tunnels.store.ts'
import { closeTunnel, openTunnel, tellEntry } from './tunnels.ts'
import { visit } from './visits.ts'

export const tunnelRoutes = [
  implement(contract.listTunnels, async ({ params, query, caller, reply, services: { database, options } }) => {
    await getDevice(database, caller.scope, params.uid)
    const { rows, total } = await listTunnels(database, caller.scope, params.uid, pageOf(query))
    reply.header('X-Total-Count', String(total))
    originOf(options, '')
    return rows.map((row) => presentTunnel(options, row))
  }),

  implement(contract.createTunnel, async ({ params, body, caller, change, services }) => {
    originOf(services.options, '')
    const row = await change(caller.scope, (inside) => openTunnel(services, inside, params.uid, body))
    return presentTunnel(services.options, row)
  }),

  implement(contract.deleteTunnel, ({ params, caller, change, services }) =>
    change(caller.scope, (inside) => closeTunnel(services, inside, params.uid, params.address)),
  ),

  implement(contract.enterTunnel, async ({ params, body, caller, change, services }) => {
    const { row, code } = await makeCode(services, caller.user, params.address, body.state)
    await change(scopeOf(row.tenant_id), (inside) => tellEntry(inside, row))
    const { url } = originOf(services.options, row.address)
    return { url: `${url}${limits.tunnels.entryPath}?code=${code}`, code }
  }),

  implement(contract.visitTunnel, ({ params, body, change, services }) =>
    visit(services, change, params.address, body),
  ),

  implement(contract.redeemTunnelCode, async ({ params, body, services }) => {
    const pass = await redeemCode(services, params.address, body.code, body.state)
    return pass === undefined
      ? ({ outcome: 'unknown' } as const)
      : ({ outcome: 'good', pass, seconds: limits.tunnels.passSeconds } as const)
  }),
]
