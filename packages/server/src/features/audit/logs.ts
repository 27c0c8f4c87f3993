import type { LogName } from '../../platform/database/audit-tables.ts'
import type { Scope } from '../../platform/scope.ts'

export type { LogName }

export const serverLog = 'server' satisfies LogName

export const logOf = (scope: Scope | undefined): LogName => scope?.tenantId ?? serverLog
