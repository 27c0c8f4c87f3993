import { contract, Failure, limits } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { printable } from '../devices/index.ts'
import { guess, sourceOf } from './guesses.ts'
import { accept, checkUsable, registration, start } from './pairing.ts'
import { isValid } from './pairing.store.ts'

export const pairingRoutes = [
  implement(contract.startPairing, async ({ body, request, services }) => ({
    code: await start(services, body, request.address),
    expires_in_seconds: limits.pairing.expiresSeconds,
  })),

  implement(contract.getPairingStatus, async ({ params, caller, request, services }) => {
    const pairing = await guess(services, sourceOf(caller, request.address), params.code)
    if (pairing.tenant_id !== null) return { status: 'accepted', tenant_id: pairing.tenant_id } as const
    if (!isValid(pairing, services.clock.now())) throw new Failure('pairing_code_not_found')
    return { status: 'pending' } as const
  }),

  implement(contract.getPairing, async ({ params, caller, request, services }) => {
    const pairing = await guess(services, sourceOf(caller, request.address), params.code)
    checkUsable(pairing, caller.scope, services.clock.now())
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

  implement(contract.acceptPairing, async ({ params, caller, request, change, services }) => {
    await guess(services, sourceOf(caller, request.address), params.code)
    return accept(services, change, caller.scope, params.code)
  }),
]
