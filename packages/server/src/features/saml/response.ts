// From what a browser carried here to a statement that can be believed.
import { limits } from '@sshore/contract'
import type { Services } from '../../services.ts'
import { type Expected, readAssertion, Refusal, type Statement } from './assertion.ts'
import { library, type Parties } from './service-provider.ts'

/** RFC 9231 names; SHA-1, MD5 and keyed digests are none of them. */
const goodAlgorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])

/** The library takes SHA-1 too, so it is looked for in the text. What is written in a way that is not read here is refused. */
function requireGoodAlgorithms(xml: string): void {
  for (const [tag] of xml.matchAll(/<(?:[^\s<>:/]+:)?(?:SignatureMethod|DigestMethod)\b[^>]*/g)) {
    // All that could be taken for it: one may stand in the value of another attribute.
    const found = [...tag.matchAll(/\sAlgorithm\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
    const names = found.map(([, quoted, single]) => quoted ?? single ?? '')
    const name = names.find((each) => !goodAlgorithms.has(each)) ?? names[0] ?? ''
    if (!goodAlgorithms.has(name)) {
      throw new Refusal(`it is signed by an algorithm that is not accepted: ${name.slice(0, 100)}`)
    }
  }
}

const occurrences = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The library's time grows with the square of these, and anybody may send what it reads. */
function requireBounds(xml: string): void {
  const { tagsMost, attributesMost } = limits.saml
  if (occurrences(xml, /</g) > tagsMost || occurrences(xml, /=\s*["']/g) > attributesMost) {
    throw new Refusal(`it has more than ${tagsMost} tags or ${attributesMost} attributes`)
  }
}

function decoded(base64: string): string {
  const text = base64.replaceAll(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new Refusal('it is not base64')
  const xml = Buffer.from(text, 'base64').toString('utf8')
  // Entities are defined there, and nothing that belongs into a response needs it.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new Refusal('it has a document type')
  requireBounds(xml)
  return xml
}

/** Reads a response, in base64. Throws a `Refusal` that says in words of ours or the library's what is wrong with it. */
export async function readResponse(
  { clock }: Pick<Services, 'clock'>,
  parties: Parties,
  base64: string,
): Promise<Statement> {
  requireGoodAlgorithms(decoded(base64))
  const expected: Expected = {
    issuer: parties.provider.entity_id,
    recipient: parties.addresses.assertions,
    now: clock.now(),
  }
  const saml = await library(parties, '_')
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: base64 })
    const tree = profile?.getAssertion?.()
    if (tree === undefined) throw new Refusal('there is no assertion in it')
    return readAssertion(tree, expected)
  } catch (error) {
    if (error instanceof Refusal) throw error
    // Whatever else is thrown comes from what was sent: XML that is none, a signature that is not good.
    throw new Refusal(error instanceof Error ? error.message.slice(0, 300) : 'it could not be read')
  }
}
