// What the library leaves to its caller, for an assertion whose signature is good (SAML profiles, section 4.1.4.2 and 4.1.4.3).
import { limits } from '@sshore/contract'
import { seconds } from '../../platform/clock.ts'
import { attributeOf, childrenOf, textOf } from './xml-tree.ts'

/** Why something was not accepted, for the log of who runs the server. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

export interface Expected {
  /** Entity identifier of the provider. */
  readonly issuer: string
  /** Where we take assertions. */
  readonly recipient: string
  readonly now: number
}

export interface Statement {
  readonly id: string
  /** NameID. */
  readonly name: string
  /** Of our request that it answers. */
  readonly requestId: string
  /** When it is worth nothing any more, in Unix milliseconds. */
  readonly until: number
  /** Names in lower case; of several values the first. */
  readonly attributes: ReadonlyMap<string, string>
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const skew = seconds(limits.saml.skewSeconds)

function only(elements: readonly unknown[], what: string): unknown {
  if (elements.length !== 1) throw new Refusal(`there are ${elements.length} of ${what} in it, not one`)
  return elements[0]
}

function nameOf(subject: unknown): string {
  const element = only(childrenOf(subject, 'NameID'), 'NameID')
  const name = textOf(element)
  if (name === '' || name.length > limits.saml.nameChars) throw new Refusal('its NameID is empty or too long')
  if (attributeOf(element, 'Format') === transient) {
    throw new Refusal('its NameID is transient, so nobody could be known again; let the provider send a persistent one')
  }
  return name
}

/** The confirmation that it was made for us and now, as the answer to a request. */
function confirmationOf(subject: unknown, { recipient, now }: Expected): { requestId: string; until: number } {
  const all = childrenOf(subject, 'SubjectConfirmation').filter((each) => attributeOf(each, 'Method') === bearer)
  if (all.length === 0) throw new Refusal('it is no bearer assertion')
  const problems = new Set<string>()
  for (const [found] of all.map((each) => childrenOf(each, 'SubjectConfirmationData'))) {
    const until = Date.parse(attributeOf(found, 'NotOnOrAfter'))
    const requestId = attributeOf(found, 'InResponseTo')
    if (attributeOf(found, 'Recipient') !== recipient) problems.add('it was made for another recipient')
    else if (Number.isNaN(until)) problems.add('it does not say until when it may be used')
    else if (until + skew <= now) problems.add('it has expired')
    else if (attributeOf(found, 'NotBefore') !== '') {
      problems.add('its confirmation has a NotBefore, which bearers have not')
    } else if (requestId === '') problems.add('it answers no request: sign-in begins at this server')
    else return { requestId, until }
  }
  throw new Refusal([...problems].join(', '))
}

function attributesOf(assertion: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const statement of childrenOf(assertion, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, 'Attribute')) {
      const text = textOf(childrenOf(attribute, 'AttributeValue')[0])
      for (const name of [attributeOf(attribute, 'Name'), attributeOf(attribute, 'FriendlyName')]) {
        const key = name.trim().toLowerCase()
        if (key !== '' && text !== '' && !found.has(key)) found.set(key, text)
      }
    }
  }
  return found
}

/** Reads an assertion, as the library's tree, whose signature was checked. Throws a `Refusal`. */
export function readAssertion(tree: unknown, expected: Expected): Statement {
  const assertion = typeof tree === 'object' && tree !== null && 'Assertion' in tree ? tree.Assertion : undefined
  const id = attributeOf(assertion, 'ID')
  if (id === '') throw new Refusal('it has no identifier')
  const issuer = textOf(only(childrenOf(assertion, 'Issuer'), 'Issuer'))
  if (issuer !== expected.issuer) {
    throw new Refusal(`it comes from ${issuer.slice(0, 200)}, not from ${expected.issuer}`)
  }
  only(childrenOf(assertion, 'Conditions'), 'Conditions')
  if (childrenOf(assertion, 'AuthnStatement').length === 0) throw new Refusal('it does not say that somebody signed in')
  const subject = only(childrenOf(assertion, 'Subject'), 'Subject')
  return { id, name: nameOf(subject), ...confirmationOf(subject, expected), attributes: attributesOf(assertion) }
}
