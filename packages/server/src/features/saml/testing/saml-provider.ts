// An identity provider for tests: samlify reads our metadata and requests and signs assertions, as a real one does.
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import * as samlify from 'samlify'
import type { TestServer } from '../../../test-server.ts'
import { selfSignedCertificate } from '../self-signed-certificate.ts'

samlify.setSchemaValidator({ validate: async () => 'checked by who takes it' })

/** What the provider says of somebody; what is not given is right. */
export interface Claims {
  readonly nameId?: string
  readonly nameIdFormat?: string
  readonly email?: string
  readonly name?: string
  readonly attributes?: string
  readonly issuer?: string
  readonly audience?: string
  readonly recipient?: string
  readonly notBefore?: Date
  readonly notOnOrAfter?: Date
  readonly inResponseTo?: string
  readonly sign?: 'assertion' | 'response'
  readonly signatureAlgorithm?: string
}

export interface SamlProvider extends AsyncDisposable {
  /** Who comes to its page from now on. */
  visitor: Claims
  readonly entityId: string
  readonly signOnUrl: string
  readonly metadataUrl: string
  readonly certificate: string
  /** What it answers a browser that comes with a request, as base64. */
  answer(url: string, claims?: Claims): Promise<string>
  /** The request that a browser comes with; a signature in it is checked where our metadata promises one. */
  readRequest(url: string): Promise<{ readonly id: string; readonly signed: boolean }>
  /** From now on its keys are others. */
  changeKey(): void
}

const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings'
const attribute = (name: string, value: string): string =>
  `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`

let counted = 0
const newId = (): string => `_id${(counted += 1)}${Date.now()}`

interface Ends {
  readonly issuer: string
  readonly audience: string
  readonly recipient: string
  readonly inResponseTo: string
}

function responseOf(ends: Ends, claims: Claims): string {
  const { issuer, audience, recipient, inResponseTo } = { ...ends, ...claims }
  const now = new Date().toISOString()
  const until = (claims.notOnOrAfter ?? new Date(Date.now() + 300_000)).toISOString()
  const from = (claims.notBefore ?? new Date(Date.now() - 1000)).toISOString()
  const format = claims.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
  const attributes =
    claims.attributes ??
    attribute('mail', claims.email ?? 'ana@example.com') + attribute('displayName', claims.name ?? 'Ana Lima')
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}" Version="2.0" IssueInstant="${now}" Destination="${ends.recipient}" InResponseTo="${inResponseTo}"><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="${newId()}" Version="2.0" IssueInstant="${now}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${claims.nameId ?? 'subject-1'}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${recipient}" InResponseTo="${inResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${now}" SessionIndex="s1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
}

function newKey(): { readonly privateKey: string; readonly certificate: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { privateKey: pem, certificate: selfSignedCertificate(privateKey, 'provider', Date.now()) }
}

/** Starts one on loopback; `readMetadata` fetches ours whenever it is needed. */
export async function startSamlProvider(readMetadata: () => Promise<string>): Promise<SamlProvider> {
  let key = newKey()
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  const entityId = `${base}/metadata`
  const signOnUrl = `${base}/sso`
  const providerWith = (signed: boolean, signatureAlgorithm?: string) =>
    samlify.IdentityProvider({
      entityID: entityId,
      privateKey: key.privateKey,
      signingCert: key.certificate,
      wantAuthnRequestsSigned: signed,
      singleLogoutService: [{ Binding: `${bindings}:HTTP-Redirect`, Location: `${base}/slo` }],
      singleSignOnService: [{ Binding: `${bindings}:HTTP-Redirect`, Location: signOnUrl }],
      loginResponseTemplate: { context: '<x/>', attributes: [] },
      ...(signatureAlgorithm === undefined ? {} : { requestSignatureAlgorithm: signatureAlgorithm }),
    })
  const readRequest = async (url: string) => {
    const { searchParams, search } = new URL(url)
    const signed = searchParams.has('Signature')
    const consumer = samlify.ServiceProvider({ metadata: await readMetadata() })
    const octetString = search.slice(1).replace(/&Signature=.*$/, '')
    const query = Object.fromEntries(searchParams)
    const { extract } = await providerWith(signed).parseLoginRequest(consumer, 'redirect', { query, octetString })
    return { id: String(extract.request?.['id']), signed }
  }
  const answer: SamlProvider['answer'] = async (url, claims = {}) => {
    const metadata = await readMetadata()
    const whole = claims.sign === 'response'
    const consumer = samlify.ServiceProvider({
      metadata: whole ? metadata.replace('WantAssertionsSigned="true"', 'WantAssertionsSigned="false"') : metadata,
      wantMessageSigned: whole,
    })
    const { id: inResponseTo } = await readRequest(url)
    const audience = consumer.entityMeta.getEntityID()
    const recipient = String(consumer.entityMeta.getAssertionConsumerService('post'))
    const context = responseOf({ issuer: entityId, audience, recipient, inResponseTo }, claims)
    const provider = providerWith(false, claims.signatureAlgorithm)
    const response = await provider.createLoginResponse(consumer, { extract: {} }, 'post', {}, () => ({
      id: newId(),
      context,
    }))
    return response.context
  }
  /** What a browser shows of it: one button, which takes the answer to who asked. */
  const pageOf = async (text: string): Promise<string> => {
    const consumer = samlify.ServiceProvider({ metadata: await readMetadata() })
    const action = String(consumer.entityMeta.getAssertionConsumerService('post'))
    const form = `<form method="post" action="${action}"><input type="hidden" name="SAMLResponse" value="${text}"><button>Continue</button></form>`
    return `<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,">${form}</html>`
  }
  server.on('request', (request, reply) => {
    if (request.url === '/metadata') {
      reply.setHeader('content-type', 'application/samlmetadata+xml').end(providerWith(false).getMetadata())
      return
    }
    answer(`${base}${request.url ?? ''}`, provider.visitor)
      .then(pageOf)
      .then(
        (page) => reply.setHeader('content-type', 'text/html').end(page),
        () => reply.writeHead(400).end(),
      )
  })
  const provider: SamlProvider = {
    visitor: {},
    entityId,
    signOnUrl,
    metadataUrl: `${base}/metadata`,
    get certificate() {
      return key.certificate
    },
    answer,
    readRequest,
    changeKey: () => void (key = newKey()),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
  return provider
}

/** What a server tells identity providers of itself. */
export const metadataOf = async (server: TestServer): Promise<string> =>
  (await server.server.transport({ method: 'GET', path: '/api/user/saml/metadata', headers: {} })).text
