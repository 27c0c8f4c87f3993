import { type Static, Type } from 'typebox'
import { Holder } from '../acting.ts'
import { DeviceUid, Fingerprint } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { webTerminal } from '../web-terminal.ts'

const feature = 'web-terminal'

/** A login name as the SSH port takes it: no control characters, spaces or @. */
const LoginName = Type.String({ minLength: 1, maxLength: 255, pattern: String.raw`^[^\u0000-\u0020\u007f@\s]+$` })

export const createTerminalTicket = endpoint({
  id: 'createTerminalTicket',
  method: 'POST',
  path: '/ws/ssh',
  feature,
  summary: 'Get a ticket for one terminal in the browser',
  description: `The ticket opens one WebSocket at \`/ws/ssh\` within ${webTerminal.ticketSeconds} seconds, for this device, login name and user. The password, or the key with the fingerprint, is tried when it does; the key signs a challenge then, so a signature here is not looked at. Messages: package \`contract\`, \`web-terminal.ts\`.`,
  access: { kind: 'member', permission: 'device:connect', apiKey: false },
  body: Type.Object({
    device: DeviceUid,
    username: LoginName,
    password: Type.Optional(Type.String({ maxLength: 1024, description: 'Of the account on the device' })),
    fingerprint: Type.Optional(Fingerprint),
    signature: Type.Optional(Type.String({ maxLength: 4096, description: 'Older clients send one' })),
  }),
  success: { status: 200, description: 'The ticket', body: Type.Object({ token: Type.String() }) },
  errors: ['device_not_found', 'public_key_not_found', 'too_many_requests'],
})

const internal = { kind: 'internal' } as const

/** A user as the gateway knows who has a session. */
const Whose = {
  ...Holder.properties,
  until: Type.Optional(
    Type.Integer({
      description:
        'Unix seconds; the browser session is over then, or the time of whoever acts as the user, and so is the terminal',
    }),
  ),
}

export const TerminalTicket = Type.Object({
  ...Whose,
  device_uid: DeviceUid,
  username: Type.String(),
  second_factor: Type.Boolean({ description: 'Whether it was given when the user signed in' }),
  proof: Type.Union([
    Type.Object({ kind: Type.Literal('password'), password: Type.String() }),
    Type.Object({ kind: Type.Literal('publickey'), key: Type.String({ description: 'Base64 of the key line' }) }),
  ]),
})
export type TerminalTicket = Static<typeof TerminalTicket>

export const redeemTerminalTicket = endpoint({
  id: 'redeemTerminalTicket',
  method: 'POST',
  path: '/internal/web-terminal/redeem',
  feature,
  summary: 'Take a ticket: the second time it is unknown',
  access: internal,
  body: Type.Object({ ticket: Type.String({ maxLength: 128 }) }),
  success: {
    status: 200,
    description: 'What it is for; its user may still connect',
    body: Type.Union([
      Type.Object({ outcome: Type.Literal('good'), ticket: TerminalTicket }),
      Type.Object({ outcome: Type.Literal('unknown') }),
    ]),
  },
  errors: [],
})

export const checkTerminalUser = endpoint({
  id: 'checkTerminalUser',
  method: 'POST',
  path: '/internal/web-terminal/check',
  feature,
  summary: 'Tell whether a user may still have terminals in a namespace',
  access: internal,
  body: Type.Object(Whose),
  success: { status: 200, description: 'Whether', body: Type.Object({ allowed: Type.Boolean() }) },
  errors: [],
})
