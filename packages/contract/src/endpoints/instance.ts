import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Email, Info, Password, UserName, Username } from '../entities.ts'

export const getInfo = endpoint({
  id: 'getInfo',
  method: 'GET',
  path: '/info',
  aliases: ['/api/info'],
  feature: 'instance',
  summary: 'Describe this server',
  description:
    'Existing agents update themselves when the version is greater than their own, so their version is echoed.',
  access: { kind: 'public' },
  query: Type.Object({ agent_version: Type.Optional(Type.String({ maxLength: 64 })) }),
  success: { status: 200, description: 'The server', body: Info },
  errors: [],
})

export const getHealth = endpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/healthcheck',
  aliases: ['/api/healthcheck'],
  feature: 'instance',
  summary: 'Tell whether the process is alive',
  access: { kind: 'public' },
  success: { status: 200, description: 'Alive' },
  errors: [],
})

export const getReadiness = endpoint({
  id: 'getReadiness',
  method: 'GET',
  path: '/readiness',
  feature: 'instance',
  summary: 'Tell whether the server takes new work: its database answers and it is not stopping',
  access: { kind: 'public' },
  success: { status: 200, description: 'Ready' },
  errors: ['shutting_down'],
})

export const setup = endpoint({
  id: 'setup',
  method: 'POST',
  path: '/api/setup',
  feature: 'instance',
  summary: 'Create the first user and a namespace of the same name',
  access: { kind: 'public' },
  query: Type.Object({ sign: Type.String({ minLength: 1, description: 'Signature printed at the first start' }) }),
  body: Type.Object({ name: UserName, email: Email, username: Username, password: Password }),
  success: { status: 200, description: 'Done; the signature is dead now' },
  errors: ['setup_signature', 'setup_done', 'user_exists', 'namespace_name_taken'],
  bareFieldLists: true,
})
