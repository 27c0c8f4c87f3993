// What stock agents ask for, besides what all agents ask.
import { Type } from 'typebox'
import { Fingerprint } from '../brands.ts'
import { endpoint } from '../endpoint.ts'

export const signForDevice = endpoint({
  id: 'signForDevice',
  method: 'POST',
  path: '/api/auth/ssh',
  feature: 'stock-agents',
  summary: 'Prove to an agent that the server has checked a user’s key',
  description:
    'The gateway logs in to a stock agent with an RSA key made for that one login; the agent asks here for a signature by the same key. Only the device that is being logged in to gets one, only for the login name in question, and only while the login lasts.',
  access: { kind: 'device' },
  body: Type.Object({
    fingerprint: Fingerprint,
    data: Type.String({ maxLength: 4096, description: 'JSON text with the login name in `Username`' }),
  }),
  success: {
    status: 200,
    description: 'RSA PKCS#1 v1.5 with SHA-256 over `data`',
    body: Type.Object({ signature: Type.String({ description: 'Standard base64' }) }),
  },
  errors: ['login_not_found'],
})
