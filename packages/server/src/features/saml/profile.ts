// From a statement's attributes to what an account needs.
import { limits, type SamlProvider } from '@sshore/contract'

/** Attributes by which providers usually name it, in lower case. */
const usual = {
  email: [
    'email',
    'mail',
    'emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ],
  name: [
    'name',
    'displayname',
    'cn',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
    'http://schemas.microsoft.com/identity/claims/displayname',
  ],
} as const

export interface Profile {
  readonly email: string
  readonly name: string
}

const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(text)

const first = (attributes: ReadonlyMap<string, string>, mapped: string, names: readonly string[]): string =>
  (mapped === '' ? names : [mapped.toLowerCase()]).map((name) => attributes.get(name)).find(Boolean) ?? ''

/** What is there, and the names of what is not; an address that is none counts as missing. */
export function profileOf(
  attributes: ReadonlyMap<string, string>,
  { mappings }: Pick<SamlProvider, 'mappings'>,
): { readonly profile: Profile; readonly missing: readonly string[] } {
  const email = first(attributes, mappings.email, usual.email).toLowerCase()
  const name = first(attributes, mappings.name, usual.name)
  const missing = [...(isEmail(email) ? [] : ['email']), ...(name === '' ? ['name'] : [])]
  return { profile: { email, name }, missing }
}

/** As much of a text as a user name may have, of its alphabet; `number` from 2 sets apart those who would have the same. */
export function usernameFor(email: string, number: number): string {
  const { min, max } = limits.username
  const suffix = number < 2 ? '' : String(number)
  const local = (email.split('@')[0] ?? '').toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-')
  return `${local.padEnd(min, '_').slice(0, max - suffix.length)}${suffix}`
}

// oxlint-disable-next-line no-control-regex -- names are shown in terminals, where these act
const unprintable = /[\u0000-\u001f\u007f-\u009f]+/g

/** A name within the limits of names. */
export function shownName(name: string, username: string): string {
  const { min, max } = limits.userName
  const text = Array.from(name.toWellFormed().replaceAll(unprintable, ' ').trim()).slice(0, max).join('').trim()
  return text.length >= min ? text : username.slice(0, max)
}
