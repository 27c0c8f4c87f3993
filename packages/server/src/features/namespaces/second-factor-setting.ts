// Whether logins to the devices of a namespace are asked for a second factor.
import { Failure } from '@sshore/contract'
import type { MemberCaller } from '../../http/caller.ts'
import { flag } from '../../platform/database/codecs.ts'

export interface SecondFactorColumns {
  readonly require_mfa: number
}

export interface SecondFactorSettings {
  readonly require_mfa?: boolean
}

/** Of a new namespace. */
export const initialSecondFactor: SecondFactorColumns = { require_mfa: flag.write(false) }

export const readSecondFactor = (row: SecondFactorColumns): Required<SecondFactorSettings> => ({
  require_mfa: flag.read(row.require_mfa),
})

/** What is absent stays as it is. */
export const editSecondFactor = (
  known: SecondFactorColumns,
  { require_mfa: asked }: SecondFactorSettings,
): SecondFactorColumns => ({ require_mfa: asked === undefined ? known.require_mfa : flag.write(asked) })

/**
 * Whoever has no more than a password or a key must not be able to take the question away, nor to ask of others what they do not have
 * themselves. The command line beside the server may. Fails with `second_factor_needed`.
 */
export function requireOwnFactor(
  { user, apiKey }: MemberCaller,
  known: SecondFactorColumns,
  { require_mfa: asked }: SecondFactorSettings = {},
): void {
  if (asked === undefined || asked === flag.read(known.require_mfa)) return
  const isOperator = !user && !apiKey
  if (!isOperator && user?.secondFactor !== true) throw new Failure('second_factor_needed')
}
