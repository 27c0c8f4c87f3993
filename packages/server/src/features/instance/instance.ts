import { featuresOf, type Info } from '@sshore/contract'
import { setupDone } from '../../platform/settings.ts'
import type { Services } from '../../services.ts'
import { isLocalLoginOn, isSamlOn } from '../authentication/index.ts'

const hostWithoutPort = (host: string): string => host.replace(/:\d+$/, '')

/** Nobody before the setup, which the first user ends. */
async function registrationOf(services: Services): Promise<Info['registration']> {
  const { options, database } = services
  const possible = featuresOf(options.edition).includes('accounts') && (await isLocalLoginOn(services))
  return possible && (await setupDone.read(database)) ? (options.registration ?? 'open') : 'closed'
}

/**
 * What anybody may know of the server. `agentVersion` is echoed as the version: existing agents replace themselves by a foreign
 * program when the server's version is greater than theirs.
 */
export async function describe(services: Services, host: string, agentVersion: string | undefined): Promise<Info> {
  const { options, database } = services
  return {
    version: agentVersion === undefined || agentVersion === '' ? options.version : agentVersion,
    endpoints: { api: host, ssh: `${hostWithoutPort(host)}:${options.sshEndpointPort()}` },
    setup: await setupDone.read(database),
    authentication: { local: await isLocalLoginOn(services), saml: await isSamlOn(services) },
    registration: await registrationOf(services),
    features: featuresOf(options.edition),
  }
}
