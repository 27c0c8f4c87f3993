// Whether logins to the devices of a namespace are asked for a second factor.
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
