// How people sign in, as administrators of the server see it.
import type { Contract, ReplyOf } from '@sshore/contract'
import { samlSettings } from './settings.ts'
import type { Services } from '../../services.ts'
import { isLocalLoginOn, isSamlOn } from '../authentication/index.ts'
import { findAddresses, signingKey } from './service-provider.ts'

export async function describe(services: Services): Promise<ReplyOf<Contract['adminGetAuthentication']>> {
  const { provider, signRequests, createUsers } = await samlSettings.read(services.database)
  const addresses = findAddresses(services)
  return {
    local: { enabled: await isLocalLoginOn(services) },
    saml: {
      enabled: await isSamlOn(services),
      auth_url: addresses?.start ?? '',
      assertion_url: addresses?.assertions ?? '',
      metadata_url: addresses?.entityId ?? '',
      create_users: createUsers,
      idp: provider,
      sp: {
        sign_requests: signRequests,
        certificate: addresses ? (await signingKey(services)).certificate : '',
      },
    },
  }
}
