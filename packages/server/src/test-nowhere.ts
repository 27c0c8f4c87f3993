// Identifiers that are well formed and lead nowhere.
import type { Endpoint } from '@sshore/contract'
import { Value } from 'typebox/value'
import type { Sample } from './test-samples.ts'

const noUid = '0'.repeat(64)
const noFingerprint = Array(16).fill('00').join(':')
const noTenant = '99999999-9999-4999-8999-999999999999'

const wellFormed = ['accept', noUid, '0'.repeat(32), '0'.repeat(24), noTenant, noFingerprint, '22222222']

function valueToNowhere(e: Endpoint, name: string): string {
  const schema = e.params?.properties[name]
  const fits = (candidate: string) => [candidate, Number(candidate)].some((value) => Value.Check(schema ?? {}, value))
  const value = schema && wellFormed.find(fits)
  if (value === undefined) throw new Error(`No well-formed value is known for ${name} of ${e.id}`)
  return value
}

/** A path whose parameters are well formed and lead nowhere. */
export const pathToNowhere = (e: Endpoint, path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueToNowhere(e, name)))

type Fields = Readonly<Record<string, unknown>>

function withoutIdentifiers(fields: Fields): Fields {
  const text = JSON.stringify(fields)
    .replaceAll(/"[0-9a-f]{64}"/g, `"${noUid}"`)
    .replaceAll(/"(?:[0-9a-f]{2}:){15}[0-9a-f]{2}"/g, `"${noFingerprint}"`)
    .replaceAll(/"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, `"${noTenant}"`)
  return JSON.parse(text) as Fields
}

/** The same input about things that do not exist. */
export const sampleToNowhere = (e: Endpoint, { params, query, body }: Sample): Sample => ({
  ...(params && {
    params: Object.fromEntries(Object.keys(params).map((name) => [name, valueToNowhere(e, name)])),
  }),
  ...(query && { query: withoutIdentifiers(query) }),
  ...(body && { body: withoutIdentifiers(body) }),
})
