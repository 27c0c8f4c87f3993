import { contract, Failure } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { askForSignature } from './signature.ts'

export const stockAgentRoutes = [
  implement(contract.signForDevice, async ({ body, caller, services: { bus } }) => {
    const { fingerprint, data: text } = body
    const signature = await askForSignature(bus, { uid: caller.uid, fingerprint, text })
    if (signature === undefined) throw new Failure('login_not_found')
    return { signature }
  }),
]
