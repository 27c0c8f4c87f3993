import { contract } from '@sshore/contract'
import { implement, type RequestFacts } from '../../http/implement.ts'
import { confirm, recover } from './links.ts'
import { register } from './registration.ts'
import { askForLink, type Asker } from './requests.ts'

const askerOf = ({ address, language, id: requestId }: RequestFacts): Asker => ({ address, language, requestId })

export const accountRoutes = [
  implement(contract.registerUser, ({ body, request, changeServer, services }) =>
    register(services, changeServer, body, askerOf(request)),
  ),
  implement(contract.resendConfirmation, ({ body, request, services }) =>
    askForLink(services, 'confirmation', body.username, askerOf(request)),
  ),
  implement(contract.confirmAccount, ({ query, changeServer, services }) => confirm(services, changeServer, query)),
  implement(contract.recoverPassword, ({ body, request, services }) =>
    askForLink(services, 'recovery', body.username, askerOf(request)),
  ),
  implement(contract.setRecoveredPassword, ({ params, body, request, changeServer, services }) =>
    recover(services, changeServer, { ...params, ...body }, request),
  ),
]
