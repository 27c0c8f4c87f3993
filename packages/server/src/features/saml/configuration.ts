// Naming the identity provider, and switching the ways to sign in.
import { type BodyOf, type Contract, Failure, limits, type SamlProvider } from '@sshore/contract'
import type { Work } from '../../hooks.ts'
import type { Changing } from '../../http/implement.ts'
import { localAuthentication } from '../../platform/settings.ts'
import type { Services } from '../../services.ts'
import { certificateOf, fetchProviderMetadata, type ProviderFacts, signOnAddress } from './provider-metadata.ts'
import { getAddresses } from './service-provider.ts'
import { samlSettings, type SamlSettings } from './settings.ts'

type Edit = BodyOf<Contract['adminSetSaml']>
export type ProviderEdit = NonNullable<Edit['idp']>

const invalid = (field: string, message: string): Failure => new Failure('invalid_input', { fields: [field], message })

function checked<Result>(field: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw invalid(field, `${field}: ${error instanceof Error ? error.message : 'not valid'}.`)
  }
}

/** What was given by hand; what was not stays as it was. */
function byHand(edit: ProviderEdit, known: SamlProvider | null): ProviderFacts {
  const entityId = edit.entity_id ?? known?.entity_id ?? ''
  const signOn = edit.signon_url ?? known?.signon_url ?? ''
  const given = edit.certificates ?? (edit.certificate === undefined ? undefined : [edit.certificate])
  const field = edit.certificates ? 'idp.certificates' : 'idp.certificate'
  if (entityId === '') throw invalid('idp.entity_id', 'The entity identifier of the provider is missing.')
  const certificates = given ? given.map((text) => checked(field, () => certificateOf(text))) : known?.certificates
  if (!certificates || certificates.length === 0) {
    throw invalid(field, 'A certificate of the provider is missing.')
  }
  return { entity_id: entityId, signon_url: checked('idp.signon_url', () => signOnAddress(signOn)), certificates }
}

/** Reads its metadata where it has an address. Fails with `invalid_input` or `saml_metadata`. */
export async function readProvider(edit: ProviderEdit, known: SamlProvider | null): Promise<SamlProvider> {
  const mappings = { ...(known?.mappings ?? { email: '', name: '' }), ...edit.mappings }
  const address = edit.metadata_url ?? ''
  if (address !== '') return { ...(await fetchProviderMetadata(address)), metadata_url: address, mappings }
  const other = edit.entity_id ?? edit.signon_url ?? edit.certificate ?? edit.certificates
  // Only its mappings.
  if (other === undefined && edit.metadata_url === undefined && known) return { ...known, mappings }
  return { ...byHand(edit, known), metadata_url: '', mappings }
}

const factsOf = ({ enabled, provider, signRequests, createUsers }: SamlSettings) => ({
  saml: enabled,
  entity_id: provider?.entity_id ?? '',
  metadata_url: provider?.metadata_url ?? '',
  signon_url: provider?.signon_url ?? '',
  certificates: provider?.certificates.length ?? 0,
  email_attribute: provider?.mappings.email ?? '',
  name_attribute: provider?.mappings.name ?? '',
  sign_requests: signRequests,
  create_users: createUsers,
})

const server = { kind: 'server', id: 'server' } as const

async function write({ database, changed }: Work, before: SamlSettings, after: SamlSettings): Promise<void> {
  await samlSettings.write(database, after)
  await changed({ what: 'server.authentication', target: server, before: factsOf(before), after: factsOf(after) })
}

/**
 * Changes what is present. Fails with `invalid_input`, `saml_metadata`, `saml_no_public_url`, `saml_not_configured`, or with
 * `last_sign_in_method` when nothing would be left to sign in with.
 */
export async function setSaml(services: Services, changeServer: Changing['changeServer'], edit: Edit): Promise<void> {
  const { database, clock } = services
  if (edit.enable === true) getAddresses(services)
  const { provider: known } = await samlSettings.read(database)
  const provider = edit.idp ? await readProvider(edit.idp, known) : known
  await changeServer(async (work) => {
    const before = await samlSettings.read(work.database)
    const enabled = edit.enable ?? before.enabled
    if (enabled && !provider) throw new Failure('saml_not_configured')
    if (!enabled && !(await localAuthentication.read(work.database))) {
      throw new Failure('last_sign_in_method')
    }
    await write(work, before, {
      enabled,
      provider,
      signRequests: edit.sp?.sign_requests ?? before.signRequests,
      createUsers: edit.create_users ?? before.createUsers,
      readAt: provider && provider.metadata_url !== '' ? clock.now() : null,
    })
  })
}

/** Fails with `last_sign_in_method` when nothing would be left to sign in with. */
export async function setLocal(services: Services, work: Work, enabled: boolean): Promise<void> {
  const before = await localAuthentication.read(work.database)
  if (before === enabled) return
  const saml = await samlSettings.read(work.database)
  const other = saml.enabled && saml.provider !== null && services.options.publicUrl !== undefined
  if (!enabled && !other) throw new Failure('last_sign_in_method')
  await localAuthentication.write(work.database, enabled)
  const [was, is] = [{ local: before }, { local: enabled }]
  await work.changed({ what: 'server.authentication', target: server, before: was, after: is })
}

const refreshMilliseconds = limits.saml.refreshHours * 3600 * 1000

/** Reads the metadata again where it has an address and was read long ago: providers change their keys. */
export async function refresh(
  services: Services,
  changeServer: Changing['changeServer'],
  stopping: AbortSignal,
): Promise<void> {
  const { database, clock } = services
  const { enabled, provider, readAt } = await samlSettings.read(database)
  if (!enabled || !provider || provider.metadata_url === '') return
  if (readAt !== null && clock.now() - readAt < refreshMilliseconds) return
  const facts = await fetchProviderMetadata(provider.metadata_url, stopping)
  // One that calls itself otherwise is another provider, whom somebody has to name: identities belong to the old one.
  if (facts.entity_id !== provider.entity_id) {
    throw new Failure('saml_metadata', { message: 'The provider at the address of the metadata is another one now.' })
  }
  await changeServer(async ({ database: transaction, changed }) => {
    const now = await samlSettings.read(transaction)
    if (now.provider?.metadata_url !== provider.metadata_url) return
    const renewed = { ...now.provider, ...facts }
    await samlSettings.write(transaction, { ...now, provider: renewed, readAt: clock.now() })
    if (JSON.stringify(renewed) === JSON.stringify(now.provider)) return
    const after = { certificates: facts.certificates.length, signon_url: facts.signon_url }
    await changed({ what: 'server.identity-provider', target: server, after })
  })
}
