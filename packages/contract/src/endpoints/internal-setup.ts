// What `sshore setup` asks the server on the server's own machine.
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

const access = { kind: 'internal', by: 'command-line' } as const

export const getSetup = endpoint({
  id: 'getSetup',
  method: 'GET',
  path: '/internal/setup',
  feature: 'instance',
  summary: 'Tell the setup signature while the server is not set up',
  access,
  success: {
    status: 200,
    description: 'The state',
    body: Type.Object({
      done: Type.Boolean(),
      sign: Type.String(),
      public_url: Type.Optional(Type.String({ description: 'Address that people use, where it is known' })),
    }),
  },
  errors: [],
})
