// Connectors: container engines that the server itself connects to, whose containers it shows in the namespace.
import { type Static, Type } from 'typebox'
import { ConnectorUid, TenantId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { connectors } from '../limits.ts'
import { OneOf, Paging, Time, TotalCount } from '../schemas.ts'

const feature = 'connectors' as const

const Pem = (description: string, examples: readonly string[] = []) =>
  Type.String({ maxLength: connectors.pemChars, description, examples: [...examples] })

const Tls = Type.Object({
  ca: Pem('PEM: the authority that issued the certificate of the engine'),
  cert: Pem('PEM: the certificate that is shown to the engine'),
  key: Pem('PEM: its private key (PKCS #8); never shown again, and empty in replies'),
})

const choices = {
  enable: Type.Boolean({ description: 'Whether the engine is followed' }),
  secure: Type.Boolean({ description: 'Whether it is reached by TLS with a client certificate' }),
  address: Type.String({
    minLength: 1,
    maxLength: connectors.addressChars,
    pattern: connectors.addressPattern,
    description: 'Host name or IP address; unix:///path for a socket of the server, where whoever runs it allows that',
    examples: ['engine.example.com'],
  }),
  port: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    description: '0: the usual one, 2376 with TLS and 2375 without',
    examples: [2376],
  }),
}

export const connectorStates = ['off', 'connecting', 'connected', 'failed'] as const
export type ConnectorState = (typeof connectorStates)[number]

const Status = Type.Object({
  State: Type.Boolean({ description: 'Whether the engine is connected' }),
  Message: Type.String({ description: 'Why it is not; or what else there is to say' }),
  state: OneOf(connectorStates, 'The same in more words'),
  message: Type.String({ description: 'The same as Message' }),
  since: Time,
})

export const Connector = Type.Object({
  uid: ConnectorUid,
  tenant_id: TenantId,
  ...choices,
  status: Status,
  tls: Tls,
})
export type Connector = Static<typeof Connector>

const byUid = Type.Object({ uid: ConnectorUid })
const connected = (what: string) => ({
  status: 200 as const,
  description: `${what}, and connected`,
  body: Connector,
  otherwise: { status: 201 as const, description: `${what}, but not connected: its status says why` },
})

export const createConnector = endpoint({
  id: 'createConnector',
  method: 'POST',
  path: '/api/connector',
  feature,
  summary: 'Connect to a container engine (Docker, Podman) and show its containers in the namespace',
  access: { kind: 'member', permission: 'connector:create', apiKey: true },
  body: Type.Object({ ...choices, port: Type.Optional(choices.port), tls: Type.Optional(Tls) }),
  success: connected('Created'),
  errors: ['connector_address', 'connector_tls', 'connector_limit'],
})

export const listConnectors = endpoint({
  id: 'listConnectors',
  method: 'GET',
  path: '/api/connector',
  feature,
  summary: 'List the connectors of the namespace, oldest first',
  access: { kind: 'member', permission: 'connector:details', apiKey: true },
  query: Type.Object({
    enable: Type.Optional(Type.Boolean({ description: 'Only those that are switched on, or off' })),
    ...Paging,
  }),
  success: { status: 200, description: 'Connectors', body: Type.Array(Connector), headers: TotalCount },
  errors: [],
})

export const getConnector = endpoint({
  id: 'getConnector',
  method: 'GET',
  path: '/api/connector/{uid}',
  feature,
  summary: 'Get one connector',
  access: { kind: 'member', permission: 'connector:details', apiKey: true },
  params: byUid,
  success: { status: 200, description: 'The connector', body: Connector },
  errors: ['connector_not_found'],
})

export const updateConnector = endpoint({
  id: 'updateConnector',
  method: 'PATCH',
  path: '/api/connector/{uid}',
  feature,
  summary: 'Change a connector; only fields present change, and an empty key leaves the key as it is',
  access: { kind: 'member', permission: 'connector:update', apiKey: true },
  params: byUid,
  body: Type.Object({
    enable: Type.Optional(choices.enable),
    secure: Type.Optional(choices.secure),
    address: Type.Optional(choices.address),
    port: Type.Optional(choices.port),
    tls: Type.Optional(Tls),
  }),
  success: connected('Changed'),
  errors: ['connector_not_found', 'connector_address', 'connector_tls'],
})

export const deleteConnector = endpoint({
  id: 'deleteConnector',
  method: 'DELETE',
  path: '/api/connector/{uid}',
  feature,
  summary: 'Remove a connector; its containers go offline and stay listed until somebody removes them',
  access: { kind: 'member', permission: 'connector:remove', apiKey: true },
  params: byUid,
  success: { status: 200, description: 'Gone' },
  errors: ['connector_not_found'],
})

export const getConnectorInfo = endpoint({
  id: 'getConnectorInfo',
  method: 'GET',
  path: '/api/connector/{uid}/info',
  feature,
  summary: 'What the engine says of itself, as its own API has it',
  access: { kind: 'member', permission: 'connector:details', apiKey: true },
  params: byUid,
  success: {
    status: 200,
    description: "The engine's own words",
    body: Type.Record(Type.String(), Type.Unknown(), {
      examples: [{ ID: 'QOIJ', Name: 'engine', Containers: 3, Images: 2, NCPU: 4, ServerVersion: '28.0.4' }],
    }),
  },
  errors: ['connector_not_found', 'connector_unreachable'],
})
