import { Readable } from 'node:stream'
import { contract, Failure, limits } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { seconds } from '../../platform/clock.ts'
import { time } from '../../platform/database/codecs.ts'
import { samlSettings } from './settings.ts'
import type { Services } from '../../services.ts'
import { setLocal, setSaml } from './configuration.ts'
import { describe } from './describe.ts'
import { listIdentitiesOf } from './identities.store.ts'
import { linkByHand, unlink } from './links.ts'
import { getUser } from '../users/index.ts'
import { receive } from './receive.ts'
import { sealText } from './sealed-texts.ts'
import { findAddresses, library, partiesOf, serviceProviderMetadata, signingKey } from './service-provider.ts'
import { linkTo, redeem } from './sign-in.ts'
import { tryProvider } from './tryout.ts'

/** The address at the provider that a browser is sent to. Fails with `saml_absent`. */
export async function begin(services: Services, challenge: string): Promise<string> {
  const settings = await samlSettings.read(services.database)
  const parties = partiesOf(services, settings)
  const until = services.clock.now() + seconds(limits.saml.requestSeconds)
  const requestId = sealText(services.sealer, 'request', { challenge, until })
  const key = settings.signRequests ? await signingKey(services) : undefined
  return (await library(parties, requestId, key)).getAuthorizeUrlAsync('', undefined, {})
}

export const samlRoutes = [
  implement(contract.getSamlMetadata, async ({ services }) => {
    // Before it is switched on too: the provider is told first.
    if (!findAddresses(services)) throw new Failure('saml_absent')
    const { signRequests } = await samlSettings.read(services.database)
    return Readable.from([await serviceProviderMetadata(services, signRequests)])
  }),
  implement(contract.receiveSamlAssertion, async ({ body, reply, changeServer, services }) => {
    reply.header('Location', await receive(services, changeServer, body.SAMLResponse))
  }),
  implement(contract.adminGetAuthentication, async ({ services }) => describe(services)),
  implement(contract.adminSetLocalAuthentication, ({ body, changeServer, services }) =>
    changeServer((work) => setLocal(services, work, body.enable)),
  ),
  implement(contract.adminSetSaml, ({ body, changeServer, services }) => setSaml(services, changeServer, body)),
  implement(contract.adminTrySaml, ({ body, changeServer, services }) => tryProvider(services, changeServer, body.idp)),
  implement(contract.adminListSamlIdentities, async ({ params, services: { database } }) => {
    await getUser(database, params.id)
    return (await listIdentitiesOf(database, params.id)).map((row) => ({
      entity_id: row.issuer,
      name_id: row.name,
      created_at: time.toWire(row.created_at),
      last_login: time.toWire(row.last_login_at),
    }))
  }),
  implement(contract.adminLinkSaml, ({ params, body, changeServer, services }) =>
    changeServer((work) => linkByHand(services, work, params.id, body.name_id)),
  ),
  implement(contract.adminUnlinkSaml, ({ params, changeServer }) => changeServer((work) => unlink(work, params.id))),
  implement(contract.redeemSamlTicket, ({ body, request, changeServer, services }) =>
    redeem(services, changeServer, body, request),
  ),
  implement(contract.linkSamlIdentity, ({ body, caller, request, changeServer, services }) =>
    linkTo(services, changeServer, { userId: caller.user.id, address: request.address }, body),
  ),
]
