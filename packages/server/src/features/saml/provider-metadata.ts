// Metadata of an identity provider (SAML metadata, section 2.4.3), given by address.
import { X509Certificate } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import { Failure, limits } from '@sshore/contract'
import { seconds } from '../../platform/clock.ts'

export interface ProviderFacts {
  readonly entity_id: string
  readonly signon_url: string
  /** PEM. */
  readonly certificates: string[]
}

const metadata = 'urn:oasis:names:tc:SAML:2.0:metadata'
const signature = 'http://www.w3.org/2000/09/xmldsig#'
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

const wrong = (what: string): Failure =>
  new Failure('saml_metadata', { fields: ['idp.metadata_url'], message: `The metadata cannot be used: ${what}.` })

type Elements = ReturnType<ReturnType<DOMParser['parseFromString']>['getElementsByTagNameNS']>
const listOf = (elements: Elements): Element[] =>
  Array.from({ length: elements.length }, (_, at) => elements[at]).filter((each) => each !== undefined && each !== null)

/** PEM of what is a certificate with an RSA key; throws a sentence's end for anything else. */
export function certificateOf(text: string): string {
  const bare = text.replaceAll(/-----[^-]+-----|\s+/g, '')
  try {
    const certificate = new X509Certificate(Buffer.from(bare, 'base64'))
    if (certificate.publicKey.asymmetricKeyType === 'rsa') return certificate.toString()
  } catch {
    throw new Error('a certificate in it is none (X.509, PEM or base64)')
  }
  throw new Error('a certificate in it has no RSA key')
}

/** An address that a browser is sent to. */
export function signOnAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new Error(`${text.slice(0, 200)} is no web address`)
  }
  return url.href
}

function parsed(xml: string): Element {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw wrong('it has a document type')
  const fail = (): never => {
    throw wrong('it is not XML')
  }
  const { documentElement } = new DOMParser({ errorHandler: { error: fail, fatalError: fail } }).parseFromString(
    xml,
    'text/xml',
  )
  if (documentElement === null) return fail()
  return documentElement
}

/** Reads the description of one identity provider. Fails with `saml_metadata`. */
function readProviderMetadata(xml: string): ProviderFacts {
  const root = parsed(xml)
  const all = [root, ...listOf(root.getElementsByTagNameNS(metadata, 'EntityDescriptor'))]
  const providers = all.flatMap((entity) =>
    entity.localName === 'EntityDescriptor'
      ? listOf(entity.getElementsByTagNameNS(metadata, 'IDPSSODescriptor')).map((role) => ({ entity, role }))
      : [],
  )
  const [found, another] = providers
  if (!found) throw wrong('it describes no identity provider')
  if (another) throw wrong('it describes several identity providers; name the metadata of one')
  const services = listOf(found.role.getElementsByTagNameNS(metadata, 'SingleSignOnService'))
  const service = services.find((each) => each.getAttribute('Binding') === redirect)
  if (!service) throw wrong('the provider does not take requests by the HTTP-Redirect binding')
  const keys = listOf(found.role.getElementsByTagNameNS(metadata, 'KeyDescriptor'))
  const signing = keys.filter((key) => (key.getAttribute('use') ?? '') !== 'encryption')
  const texts = signing.flatMap((key) =>
    listOf(key.getElementsByTagNameNS(signature, 'X509Certificate')).map((each) => each.textContent ?? ''),
  )
  const entityId = found.entity.getAttribute('entityID') ?? ''
  if (entityId === '' || entityId.length > limits.saml.nameChars) throw wrong('the provider has no entity identifier')
  if (texts.length === 0) throw wrong('there is no certificate for signatures in it')
  try {
    const certificates = [...new Set(texts.slice(0, limits.saml.certificatesMost).map(certificateOf))]
    return { entity_id: entityId, signon_url: signOnAddress(service.getAttribute('Location') ?? ''), certificates }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw wrong(error instanceof Error ? error.message : 'it is not what was expected')
  }
}

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** HTTPS, or of this machine: no other address is asked by the server itself. */
export function isAskable(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.has(url.hostname))
}

/** Who can change metadata on its way can sign in as anybody. */
function metadataAddress(text: string): string {
  if (!isAskable(text)) throw wrong('its address is not one of HTTPS')
  return new URL(text).href
}

async function bodyOf(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const piece of reply.body ?? []) {
    bytes += piece.length
    if (bytes > limits.saml.metadataBytes) throw wrong(`it is larger than ${limits.saml.metadataBytes} bytes`)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

/** Fetches and reads it. Fails with `saml_metadata`. */
export async function fetchProviderMetadata(address: string, stopping?: AbortSignal): Promise<ProviderFacts> {
  const late = AbortSignal.timeout(seconds(limits.saml.metadataSeconds))
  const signal = stopping ? AbortSignal.any([late, stopping]) : late
  try {
    const reply = await fetch(metadataAddress(address), { signal, redirect: 'error' })
    if (!reply.ok) throw wrong(`its address answers ${reply.status}`)
    return readProviderMetadata(await bodyOf(reply))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw wrong(
      late.aborted
        ? `its address did not answer within ${limits.saml.metadataSeconds} seconds`
        : 'its address cannot be reached',
    )
  }
}
