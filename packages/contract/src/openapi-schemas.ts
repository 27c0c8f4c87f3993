// Schemas as an OpenAPI document shows them: entities become references to one named definition.
import type { TSchema } from 'typebox'
import { DeviceRegistration } from './endpoints/devices.ts'
import {
  ApiKey,
  Device,
  DeviceIdentity,
  DeviceInfo,
  DeviceStatus,
  ErrorBody,
  FieldList,
  Info,
  Member,
  Namespace,
  NamespaceSettings,
  OnlineStats,
  Position,
  PublicKey,
  PublicKeyFilter,
  Role,
  Session,
  SessionEvent,
  Stats,
  UserAuth,
} from './entities.ts'

/** JSON as it is written into the document. */
export type Json = string | number | boolean | null | Json[] | { readonly [key: string]: Json }

const named: Readonly<Record<string, TSchema>> = {
  UserAuth,
  Device,
  DeviceIdentity,
  DeviceInfo,
  DeviceStatus,
  DeviceRegistration,
  Position,
  Session,
  SessionEvent,
  ApiKey,
  Member,
  Role,
  Namespace,
  NamespaceSettings,
  PublicKey,
  PublicKeyFilter,
  Info,
  Stats,
  OnlineStats,
  Error: ErrorBody,
  FieldList,
}

const nameBySchema = new Map<unknown, string>()
const nameByProperties = new Map<unknown, string>()
for (const [name, schema] of Object.entries(named)) {
  // An optional entity is a shallow copy, so an object is known by its table of properties.
  if ('properties' in schema) nameByProperties.set(schema.properties, name)
  else nameBySchema.set(schema, name)
}

const nameOf = (value: object): string | undefined =>
  'properties' in value ? nameByProperties.get(value.properties) : nameBySchema.get(value)

function plain(value: unknown, root: boolean): Json {
  if (Array.isArray(value)) return value.map((item) => plain(item, false))
  if (typeof value === 'object' && value !== null) {
    const name = root ? undefined : nameOf(value)
    if (name) return { $ref: `#/components/schemas/${name}` }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, false)]))
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return null
}

/** A schema for use inside the document, entities replaced by references. */
export const schemaReference = (schema: TSchema): Json => plain(schema, false)

/** Collects the names of the definitions that a part of the document refers to. */
function referencedNames(part: Json, into: Set<string>): void {
  if (typeof part !== 'object' || part === null) return
  if (Array.isArray(part)) {
    for (const item of part) referencedNames(item, into)
    return
  }
  for (const [key, item] of Object.entries(part)) {
    if (key === '$ref' && typeof item === 'string') {
      const name = item.replace('#/components/schemas/', '')
      if (name in named) into.add(name)
    } else referencedNames(item, into)
  }
}

/** The definitions that `part` needs, directly or through one another, in the order of the table. */
export function definitionsFor(part: Json): Record<string, Json> {
  const definitions = Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, plain(schema, true)]))
  const needed = new Set<string>()
  referencedNames(part, needed)
  // A set that grows while it is walked is walked to its end.
  for (const name of needed) referencedNames(definitions[name] ?? null, needed)
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => needed.has(name)))
}
