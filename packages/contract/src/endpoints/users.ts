import { Type } from 'typebox'
import { UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Email, Password, UserName, Username } from '../entities.ts'

/** Existing clients send fields that they leave alone as an empty text. */
const OrEmpty = <S extends typeof Email>(schema: S) =>
  Type.Union([schema, Type.Literal('')], { description: 'Absent or empty: as it is' })

const CurrentPassword = Type.String({ maxLength: 1024, description: 'Needed to change the password' })

export const UserEdit = Type.Object({
  name: Type.Optional(OrEmpty(UserName)),
  username: Type.Optional(OrEmpty(Username)),
  email: Type.Optional(OrEmpty(Email)),
  recovery_email: Type.Optional(OrEmpty(Email)),
  password: Type.Optional(OrEmpty(Password)),
  current_password: Type.Optional(CurrentPassword),
})

const description =
  'A new password revokes every token of the user, the one of this call too. The recovery address differs from the ' +
  'e-mail address and, once set, cannot be taken away. Invalid and conflicting fields are answered as a list of names.'

export const updateUser = endpoint({
  id: 'updateUser',
  method: 'PATCH',
  path: '/api/users',
  feature: 'users',
  summary: 'Change the signed-in user; only fields present change',
  description,
  access: { kind: 'user' },
  body: UserEdit,
  success: { status: 200, description: 'Changed' },
  errors: ['only_themselves', 'wrong_current_password', 'account_locked', 'user_exists'],
  bareFieldLists: true,
})

export const updateUserData = endpoint({
  id: 'updateUserData',
  method: 'PATCH',
  path: '/api/users/{id}/data',
  feature: 'users',
  summary: 'Change the signed-in user (deprecated: use PATCH /api/users)',
  description,
  deprecated: true,
  access: { kind: 'user' },
  params: Type.Object({ id: UserId }),
  body: UserEdit,
  success: { status: 200, description: 'Changed' },
  errors: ['only_themselves', 'user_not_found', 'wrong_current_password', 'account_locked', 'user_exists'],
  bareFieldLists: true,
})

export const updateUserPassword = endpoint({
  id: 'updateUserPassword',
  method: 'PATCH',
  path: '/api/users/{id}/password',
  feature: 'users',
  summary: 'Change the password of the signed-in user (deprecated: use PATCH /api/users)',
  description: 'Revokes every token of the user, the one of this call too.',
  deprecated: true,
  access: { kind: 'user' },
  params: Type.Object({ id: UserId }),
  body: Type.Object({ current_password: CurrentPassword, new_password: Password }),
  success: { status: 200, description: 'Changed' },
  errors: ['user_not_found', 'wrong_current_password', 'account_locked'],
  bareFieldLists: true,
})
