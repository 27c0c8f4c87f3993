// This server as a service provider: its names, its key, and the library that speaks for it.
import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { SAML } from '@node-saml/node-saml'
import { Failure, limits, type SamlProvider } from '@sshore/contract'
import { seconds } from '../../platform/clock.ts'
import { transact } from '../../platform/database/transaction.ts'
import type { Services } from '../../services.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'
import { samlKey, type SamlSettings } from './settings.ts'

export interface Addresses {
  /** Our name among providers, and where our metadata is. */
  readonly entityId: string
  /** Where single sign-on begins. */
  readonly start: string
  /** Where assertions are taken. */
  readonly assertions: string
}

/** Undefined while the server does not know its own address. */
export function findAddresses({ options: { publicUrl } }: Pick<Services, 'options'>): Addresses | undefined {
  if (publicUrl === undefined) return undefined
  const at = (path: string): string => new URL(path, publicUrl).href
  return {
    entityId: at('/api/user/saml/metadata'),
    start: at('/api/user/saml/auth'),
    assertions: at('/api/user/saml/auth'),
  }
}

export function getAddresses(services: Pick<Services, 'options'>): Addresses {
  const addresses = findAddresses(services)
  if (!addresses) throw new Failure('saml_no_public_url')
  return addresses
}

export interface SigningKey {
  /** PEM (PKCS #8). */
  readonly privateKey: string
  readonly certificate: string
}

const sealContext = 'saml signing key'

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

async function newKey(now: number): Promise<SigningKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return { privateKey: pemOf(privateKey), certificate: selfSignedCertificate(privateKey, 'Sshore', now) }
}

/** The key that signs our requests, made the first time that it is asked for; it stays the same from then on. */
export async function signingKey({ database, sealer, clock }: Services): Promise<SigningKey> {
  const sealed = await samlKey.read(database)
  const open = (text: string): SigningKey => JSON.parse(sealer.open(text, sealContext).toString()) as SigningKey
  if (sealed !== '') return open(sealed)
  const made = sealer.seal(Buffer.from(JSON.stringify(await newKey(clock.now()))), sealContext)
  // Whoever was first has made the one that counts.
  return transact(database, async (transaction) => {
    const meanwhile = await samlKey.read(transaction)
    if (meanwhile !== '') return open(meanwhile)
    await samlKey.write(transaction, made)
    return open(made)
  })
}

export interface Parties {
  readonly addresses: Addresses
  readonly provider: SamlProvider
}

/** Who takes part. Fails with `saml_absent` unless single sign-on is set up and on. */
export function partiesOf(services: Pick<Services, 'options'>, settings: SamlSettings): Parties {
  const addresses = findAddresses(services)
  if (!settings.enabled || !settings.provider || !addresses) throw new Failure('saml_absent')
  return { addresses, provider: settings.provider }
}

/**
 * The library, set to what both sides have agreed. It checks signatures, times and the audience; what it leaves to its caller is in
 * `assertion.ts`. `key` signs requests. It is loaded where it is used: most servers have no identity provider.
 */
export async function library({ addresses, provider }: Parties, requestId: string, key?: SigningKey): Promise<SAML> {
  const { SAML: Library } = await import('@node-saml/node-saml')
  return new Library({
    entryPoint: provider.signon_url,
    issuer: addresses.entityId,
    audience: addresses.entityId,
    callbackUrl: addresses.assertions,
    idpCert: [...provider.certificates],
    generateUniqueId: () => requestId,
    // What suits the provider: it knows its users.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // Some sign the whole response, some the assertion in it. One of the two has to be, and what is read is what was signed.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: seconds(limits.saml.skewSeconds),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    ...(key ? { privateKey: key.privateKey, publicCert: key.certificate } : {}),
  })
}

/** With the key where requests are signed: providers that read it there want every request signed. */
export async function serviceProviderMetadata(services: Services, signRequests: boolean): Promise<string> {
  const { entityId, assertions } = getAddresses(services)
  const key = signRequests ? await signingKey(services) : undefined
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: assertions,
    identifierFormat: null,
    wantAssertionsSigned: true,
    ...(key ? { privateKey: key.privateKey, publicCerts: key.certificate } : {}),
    // Not from the clock or from chance: providers that look again see the same document.
    generateUniqueId: () => '_sshore',
  })
}
