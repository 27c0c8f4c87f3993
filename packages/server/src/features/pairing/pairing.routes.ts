import { contract, limits } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { printable } from '../devices/index.ts'
import { hashOf } from './codes.ts'
import { guess, sourceOf } from './guesses.ts'
import { accept, findFor, registration, start } from './pairing.ts'
import { findPairing } from './pairing.store.ts'

export const pairingRoutes = [
  implement(contract.startPairing, async ({ body, request, services }) => ({
    code: await start(services, body, request.address),
    expires_in_seconds: limits.pairing.expiresSeconds,
  })),

  implement(contract.getPairingStatus, async ({ params, caller, request, services }) => {
    const { database, clock } = services
    const find = () => findPairing(database, hashOf(params.code), clock.now())
    const { tenant_id: tenantId } = await guess(services, sourceOf(caller, request.address), find)
    if (tenantId === null) return { status: 'pending' } as const
    return { status: 'accepted', tenant_id: tenantId } as const
  }),

  implement(contract.getPairing, async ({ params, caller, request, services }) => {
    const find = () => findFor(services, caller.scope, params.code)
    const pairing = await guess(services, sourceOf(caller, request.address), find)
    const { hostname = '', identity = { mac: '' }, info } = registration.read(pairing.registration)
    return {
      hostname: printable(hostname),
      identity: { mac: printable(identity.mac) },
      info: {
        id: printable(info.id),
        pretty_name: printable(info.pretty_name),
        version: printable(info.version),
        arch: printable(info.arch),
        platform: printable(info.platform),
      },
      remote_addr: pairing.remote_addr,
    }
  }),

  implement(contract.acceptPairing, async ({ params, caller, request, services }) => {
    await guess(services, sourceOf(caller, request.address), () => findFor(services, caller.scope, params.code))
    return accept(services, caller.scope, params.code)
  }),
]
