// Invitations to namespaces, each for one account.
import { type Static, Type } from 'typebox'
import { TenantId, UserId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { Email, memberStatuses, Role } from '../entities.ts'
import { OneOf, Paging, Time, TotalCount } from '../schemas.ts'

const feature = 'invites' as const

const tenant = Type.Object({ tenant: TenantId })
const Signature = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'From the link of the invitation',
  examples: ['0c7f3f4e-3d0f-4f0e-9d57-4c5be5f0a111'],
})

export const inviteMember = endpoint({
  id: 'inviteMember',
  method: 'POST',
  path: '/api/namespaces/{tenant}/members/invites',
  feature,
  summary: 'Invite somebody by a link that whoever calls hands on; the links of earlier invitations to them end',
  description:
    'Valid for seven days and for the account of this address alone. Without the setting of the public address the link ' +
    'leads to the host that the request names. An invitation ends when whoever made it may no longer invite with its role.',
  access: { kind: 'user' },
  params: tenant,
  body: Type.Object({ email: Email, role: Role }),
  success: {
    status: 200,
    description: 'The link',
    body: Type.Object({
      link: Type.String({
        examples: [
          'https://sshore.example.com/accept-invite?tenant-id=11111111-2222-4333-8444-555555555555&user-id=0123456789abcdef01234567&sig=0c7f3f4e-3d0f-4f0e-9d57-4c5be5f0a111',
        ],
      }),
    }),
  },
  errors: ['forbidden', 'role_above_own', 'namespace_not_found', 'member_exists', 'invite_limit'],
})

export const acceptInvite = endpoint({
  id: 'acceptInvite',
  method: 'PATCH',
  path: '/api/namespaces/{tenant}/members/accept-invite',
  feature,
  summary: 'Accept an invitation; only for the account that was invited',
  access: { kind: 'user' },
  params: tenant,
  body: Type.Object({ sig: Signature }),
  success: { status: 200, description: 'The caller is a member' },
  errors: ['only_themselves', 'invite_not_found', 'invite_of_another'],
})

export const declineInvite = endpoint({
  id: 'declineInvite',
  method: 'PATCH',
  path: '/api/namespaces/{tenant}/members/decline-invite',
  feature,
  summary: 'Decline an invitation; only for the account that was invited',
  access: { kind: 'user' },
  params: tenant,
  body: Type.Object({ sig: Signature }),
  success: { status: 200, description: 'The invitation has ended' },
  errors: ['only_themselves', 'invite_not_found', 'invite_of_another'],
})

export const accountStatuses = ['invited', 'not-confirmed', 'confirmed'] as const

export const getInvite = endpoint({
  id: 'getInvite',
  method: 'GET',
  path: '/api/namespaces/{tenant}/members/{id}/accept-invite',
  feature,
  summary: 'Tell whoever has the link of an invitation what is to be done first: register, confirm, or sign in',
  access: { kind: 'public' },
  params: Type.Object({ tenant: TenantId, id: UserId }),
  query: Type.Object({ sig: Signature }),
  success: {
    status: 200,
    description: 'How far it has come',
    body: Type.Object({
      status: OneOf(accountStatuses, 'Of the account: invited is one that nobody has registered yet'),
      member_status: OneOf(memberStatuses, 'pending until the invitation is accepted'),
      namespace: Type.String({ description: 'Name of the namespace' }),
      role: Role,
      invited_by: Type.String({ description: 'User name; empty where it was made before that was kept' }),
    }),
  },
  errors: ['invite_not_found'],
})

export const Invitation = Type.Object({
  id: UserId,
  email: Type.String(),
  role: Role,
  way: OneOf(['mail', 'link'], 'How it went out: mailed by the server, or as a link that the inviter hands on'),
  invited_by: Type.String({ description: 'User name; empty where it was made before that was kept' }),
  created_at: Time,
  expires_at: Time,
})
export type Invitation = Static<typeof Invitation>

const invited = Type.Object({ tenant: TenantId, id: UserId })

export const listInvites = endpoint({
  id: 'listInvites',
  method: 'GET',
  path: '/api/namespaces/{tenant}/members/invites',
  feature,
  summary: 'List invitations that wait for an answer, newest first; those that ran out stay listed for a month',
  access: { kind: 'user' },
  params: tenant,
  query: Type.Object({ ...Paging }),
  success: { status: 200, description: 'Invitations', body: Type.Array(Invitation), headers: TotalCount },
  errors: ['forbidden', 'namespace_not_found'],
})

export const resendInvite = endpoint({
  id: 'resendInvite',
  method: 'POST',
  path: '/api/namespaces/{tenant}/members/invites/{id}/resend',
  feature,
  summary: 'Mail an invitation that waits once more, for seven more days; the links of earlier ones end',
  description: 'Who calls is who invited from now on.',
  access: { kind: 'user' },
  params: invited,
  success: { status: 200, description: 'It is in the outbox' },
  errors: [
    ...(['forbidden', 'role_above_own', 'namespace_not_found', 'invite_not_waiting', 'invite_limit'] as const),
    ...(['mail_limit', 'mail_queue_full'] as const),
  ],
})

export const withdrawInvite = endpoint({
  id: 'withdrawInvite',
  method: 'DELETE',
  path: '/api/namespaces/{tenant}/members/invites/{id}',
  feature,
  summary: 'Withdraw an invitation that waits for an answer; its links end',
  access: { kind: 'user' },
  params: invited,
  success: { status: 200, description: 'Gone' },
  errors: ['forbidden', 'role_above_own', 'namespace_not_found', 'invite_not_waiting'],
})
