import { type Static, Type } from 'typebox'
import { TenantId, UserId } from './brands.ts'

const session = Type.Optional(
  Type.String({
    maxLength: 64,
    description: 'The browser session that it came of, and ends with; absent for any other client',
  }),
)

/** The administrator of the server who acts as a user; what was begun so ends when they sign out or look after it no more. */
export const ActingAdministrator = Type.Object({ id: UserId, token_version: Type.Integer(), session })
export type ActingAdministrator = Static<typeof ActingAdministrator>

/** On whose token something rests that outlasts the call: a terminal, or a pass of a tunnel. */
export const Holder = Type.Object({
  user_id: UserId,
  tenant_id: TenantId,
  token_version: Type.Integer(),
  session,
  /** Acts as the user. */
  by: Type.Optional(ActingAdministrator),
})
export type Holder = Static<typeof Holder>
