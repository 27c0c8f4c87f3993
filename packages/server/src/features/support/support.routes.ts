import { createHmac } from 'node:crypto'
import { contract, Failure, type TenantId } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'

/** Where there is somebody to pay, support is for those who do. */
async function requirePaid({ hooks, payments, database }: Services, tenantId: TenantId): Promise<void> {
  if (!payments) return
  const answers = hooks.list('device.unlimited').map((isPaid) => isPaid(database, scopeOf(tenantId)))
  if (answers.length > 0 && !(await Promise.all(answers)).includes(true)) throw new Failure('subscription_required')
}

export const supportRoutes = [
  implement(contract.getSupportIdentifier, async ({ caller, services }) => {
    await requirePaid(services, caller.tenantId)
    return { identifier: createHmac('sha256', services.supportKey).update(caller.tenantId).digest('hex') }
  }),
]
