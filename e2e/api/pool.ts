// What replies have told, so that later requests are about things that exist.
import { isList, isObject, type Json, type Schema } from './document.ts'

export interface Pool {
  /** Keeps the texts of a reply, by the name of the field that they were in. */
  remember(value: Json, name?: string): void
  /** Texts for a field of this name that its schema takes, those of the same name before others. */
  fitting(name: string, schema: Schema): readonly string[]
}

const keptEach = 12
const charsMost = 128

/** `tags` holds what a `tag` is; `tenant_id` what a `tenant` is. */
const stem = (name: string): string => name.replace(/_id$/, '').replace(/s$/, '')

/** Whether the schema says what its texts look like; names of things do not. */
const isTelling = ({ pattern = '' }: Schema): boolean => /0-9a-f|2-9|23456789/.test(pattern)

function takes({ pattern, minLength = 0, maxLength = charsMost }: Schema, text: string): boolean {
  if (text.length < minLength || text.length > maxLength) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(text)
}

export function createPool(): Pool {
  const byName = new Map<string, string[]>()
  const keep = (name: string, text: string): void => {
    const kept = byName.get(name) ?? []
    if (text === '' || text.length > charsMost || kept.includes(text)) return
    kept.push(text)
    if (kept.length > keptEach) kept.shift()
    byName.set(name, kept)
  }
  const remember = (value: Json, name = ''): void => {
    if (typeof value === 'string') keep(stem(name), value)
    if (isList(value)) for (const item of value) remember(item, name)
    if (isObject(value)) for (const [key, inner] of Object.entries(value)) remember(inner, key)
  }
  return {
    remember,
    fitting(name, schema) {
      if (schema.type !== 'string' || schema.enum) return []
      const named = (byName.get(stem(name)) ?? []).filter((text) => takes(schema, text))
      if (named.length > 0 && !isTelling(schema)) return named
      const all = isTelling(schema) ? [...byName.values()].flat().filter((text) => takes(schema, text)) : []
      return [...named, ...named, ...all]
    },
  }
}
