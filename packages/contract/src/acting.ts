import { type Static, Type } from 'typebox'
import { UserId } from './brands.ts'

/** The administrator of the server who acts as a user; what was begun so ends when they sign out or look after it no more. */
export const ActingAdministrator = Type.Object({ id: UserId, token_version: Type.Integer() })
export type ActingAdministrator = Static<typeof ActingAdministrator>
