// HTTP tunnels: public addresses that lead to a port which a device reaches.
import { type Static, Type } from 'typebox'
import { DeviceUid, TenantId, TunnelAddress } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { tunnels } from '../limits.ts'
import { Paging, Time, TotalCount } from '../schemas.ts'

const feature = 'tunnels' as const

const choices = {
  host: Type.String({
    minLength: 1,
    maxLength: tunnels.hostChars,
    pattern: tunnels.hostPattern,
    description: 'IP address or name, as the device knows it',
    examples: ['127.0.0.1'],
  }),
  port: Type.Integer({ minimum: 1, maximum: 65_535, examples: [3000] }),
  ttl: Type.Integer({
    minimum: tunnels.unlimited,
    maximum: tunnels.ttlSecondsMost,
    description: 'Seconds that it stays open after its last use; -1: for good',
    examples: [3600],
  }),
}

export const Tunnel = Type.Object({
  address: TunnelAddress,
  full_address: Type.String({
    description: 'Host name that leads to it',
    examples: ['0f8fad5bd9cb469fa16570867728950e.tunnels.example.com'],
  }),
  url: Type.String({
    description: 'What to open',
    examples: ['https://0f8fad5bd9cb469fa16570867728950e.tunnels.example.com'],
  }),
  namespace: TenantId,
  device: DeviceUid,
  ...choices,
  members_only: Type.Boolean({ description: 'Whether visitors have to sign in, as members of the namespace' }),
  expires_in: Time,
  created_at: Time,
})
export type Tunnel = Static<typeof Tunnel>

const ofDevice = Type.Object({ uid: DeviceUid })

export const listTunnels = endpoint({
  id: 'listTunnels',
  method: 'GET',
  path: '/api/devices/{uid}/tunnels',
  feature,
  summary: 'List the tunnels of a device, the oldest first; those that have expired too',
  access: { kind: 'member', permission: 'device:details', apiKey: true },
  params: ofDevice,
  query: Type.Object({ ...Paging }),
  success: { status: 200, description: 'Tunnels', body: Type.Array(Tunnel), headers: TotalCount },
  errors: ['device_not_found', 'tunnels_off'],
})

export const createTunnel = endpoint({
  id: 'createTunnel',
  method: 'POST',
  path: '/api/devices/{uid}/tunnels',
  feature,
  summary: 'Open a tunnel to a host and port that the device reaches; the same ones keep their address',
  access: { kind: 'member', permission: 'tunnel:create', apiKey: true },
  params: ofDevice,
  body: Type.Object({
    ...choices,
    members_only: Type.Optional(
      Type.Boolean({
        description:
          'Whether visitors have to sign in, as members of the namespace. Absent: as before, or no for a tunnel that is new',
      }),
    ),
  }),
  success: { status: 200, description: 'The tunnel', body: Tunnel },
  errors: ['device_not_found', 'device_not_accepted', 'tunnel_limit', 'tunnels_off'],
})

export const deleteTunnel = endpoint({
  id: 'deleteTunnel',
  method: 'DELETE',
  path: '/api/devices/{uid}/tunnels/{address}',
  feature,
  summary: 'Close a tunnel, and all connections through it; its address never comes back',
  access: { kind: 'member', permission: 'tunnel:remove', apiKey: true },
  params: Type.Object({ uid: DeviceUid, address: TunnelAddress }),
  success: { status: 200, description: 'Gone' },
  errors: ['tunnel_not_found'],
})

const State = Type.String({
  minLength: 1,
  maxLength: tunnels.stateChars,
  pattern: '^[A-Za-z0-9_-]+$',
  description: 'What the tunnel gave to the browser; the code is good there alone',
  examples: ['Zm9yLXRoaXMtYnJvd3Nlci1hbG9uZQ'],
})

export const enterTunnel = endpoint({
  id: 'enterTunnel',
  method: 'POST',
  path: '/api/tunnels/{address}/entries',
  feature,
  summary: 'Let a signed-in member into a tunnel that is for members only',
  description:
    'A tunnel sends a browser without a pass to the console, at `/tunnels/enter?address=…&state=…&path=…`. The page calls this and ' +
    'goes on to `url` with the parameter `path` added; there the browser gets its pass.',
  access: { kind: 'user' },
  params: Type.Object({ address: TunnelAddress }),
  body: Type.Object({ state: Type.Optional(State) }),
  success: {
    status: 200,
    description: 'Where to go on, within a minute, once',
    body: Type.Object({
      url: Type.String({
        examples: ['https://0f8fad5bd9cb469fa16570867728950e.tunnels.example.com/.well-known/sshore/enter?code=…'],
      }),
      code: Type.String(),
    }),
  },
  errors: ['tunnel_not_found', 'too_many_requests'],
})

const internal = { kind: 'internal' } as const
const byAddress = Type.Object({ address: TunnelAddress })

/** What the gateway needs to know of a tunnel to carry a request. */
export const TunnelTarget = Type.Object({
  device_uid: DeviceUid,
  tenant_id: TenantId,
  host: Type.String(),
  port: Type.Integer(),
})
export type TunnelTarget = Static<typeof TunnelTarget>

export const visitTunnel = endpoint({
  id: 'visitTunnel',
  method: 'POST',
  path: '/internal/tunnels/{address}/visits',
  feature,
  summary: 'Find where a tunnel leads a visitor, or say why nowhere; a visit that is let in puts its expiry off',
  access: internal,
  params: byAddress,
  body: Type.Object({
    ip_address: Type.String({ maxLength: 64 }),
    pass: Type.Optional(Type.String({ maxLength: tunnels.passChars })),
  }),
  success: {
    status: 200,
    description: 'The target, or the reason',
    body: Type.Union([
      Type.Object({ outcome: Type.Literal('found'), target: TunnelTarget }),
      /** The visitor has to bring the pass of a member. */
      Type.Object({ outcome: Type.Literal('members_only') }),
      Type.Object({ outcome: Type.Literal('denied') }),
      /** Never there, removed or expired: nobody is told which. */
      Type.Object({ outcome: Type.Literal('unknown') }),
    ]),
  },
  errors: [],
})

export const redeemTunnelCode = endpoint({
  id: 'redeemTunnelCode',
  method: 'POST',
  path: '/internal/tunnels/{address}/passes',
  feature,
  summary: 'Exchange the code of an entry for a pass, once',
  access: internal,
  params: byAddress,
  body: Type.Object({
    code: Type.String({ maxLength: 128 }),
    /** Of the browser that brings the code. */
    state: Type.Optional(State),
  }),
  success: {
    status: 200,
    description: 'The pass',
    body: Type.Union([
      Type.Object({ outcome: Type.Literal('good'), pass: Type.String(), seconds: Type.Integer() }),
      Type.Object({ outcome: Type.Literal('unknown') }),
    ]),
  },
  errors: [],
})
