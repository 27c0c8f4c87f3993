// What `sshore member` asks the server on the server's own machine.
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Namespace, Role } from '../entities.ts'

const access = { kind: 'internal', by: 'command-line' } as const

const name = Type.String({ minLength: 1, maxLength: 64 })
const user = Type.String({ minLength: 1, maxLength: 254 })
const oneMember = Type.Object({ name, user })

export const addMemberByName = endpoint({
  id: 'addMemberByName',
  method: 'POST',
  path: '/internal/namespaces/{name}/members',
  feature: 'members',
  summary: 'Add a user to a namespace',
  access,
  params: Type.Object({ name }),
  body: Type.Object({ user, role: Role }),
  success: { status: 200, description: 'The namespace with its members', body: Namespace },
  errors: ['namespace_not_found', 'user_not_found', 'member_exists', 'role_above_own'],
})

export const removeMemberByName = endpoint({
  id: 'removeMemberByName',
  method: 'DELETE',
  path: '/internal/namespaces/{name}/members/{user}',
  feature: 'members',
  summary: 'Remove a user from a namespace',
  access,
  params: oneMember,
  success: { status: 200, description: 'The namespace with its members', body: Namespace },
  errors: ['namespace_not_found', 'user_not_found', 'member_not_found', 'role_above_own'],
})

export const updateMemberByName = endpoint({
  id: 'updateMemberByName',
  method: 'PATCH',
  path: '/internal/namespaces/{name}/members/{user}',
  feature: 'members',
  summary: "Change a member's role",
  access,
  params: oneMember,
  body: Type.Object({ role: Role }),
  success: { status: 200, description: 'The namespace with its members', body: Namespace },
  errors: ['namespace_not_found', 'user_not_found', 'member_not_found', 'role_above_own'],
})
