// What the gateway asks about devices and tells of them.
import { contract, Failure } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { scopeOf } from '../../platform/scope.ts'
import { resolve } from './connections.ts'
import { findDevice, locateDevice } from './devices.store.ts'
import { writePresence } from './presence.ts'

export const gatewayRoutes = [
  implement(contract.resolveAddress, ({ body, change, services }) => resolve(services, change, body)),

  implement(contract.authenticateDevice, async ({ body, services: { tokens, database } }) => {
    const claims = await tokens.verify(body.token)
    if (claims?.claims !== 'device') throw new Failure('unauthenticated')
    const device = await findDevice(database, scopeOf(claims.tenant), claims.uid)
    if (!device) throw new Failure('unauthenticated', { message: 'This device has been removed; register it again.' })
    return { uid: device.uid, tenant_id: device.tenant_id, public_key: device.public_key, status: device.status }
  }),

  implement(contract.reportPresence, ({ body, services }) => writePresence(services, body)),

  implement(contract.markDeviceOffline, async ({ params, services }) => {
    if (!(await locateDevice(services.database, params.uid))) throw new Failure('device_not_found')
    await writePresence(services, { online: [], offline: [params.uid] })
  }),
]
