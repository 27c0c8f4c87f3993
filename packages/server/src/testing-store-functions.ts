// Finds the store functions of all features that take a scope, by reading their sources.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface StoreFunction {
  /** `devices/devices.store.ts findDevice` */
  readonly title: string
  readonly file: string
  readonly name: string
  /** What comes after database and scope. */
  readonly parameters: readonly { readonly name: string; readonly type: string }[]
}

const declaration = /^export (?:async function|const) (\w+)(?: =)? ?(?:async )?\(/gm

/** The text between a parenthesis that is open at `start` and its end. */
function untilClosed(text: string, start: number): string {
  let depth = 1
  for (let at = start; at < text.length; at += 1) {
    if ('([{<'.includes(text.charAt(at))) depth += 1
    // An arrow's head is no bracket.
    if (')]}'.includes(text.charAt(at)) || (text.charAt(at) === '>' && text.charAt(at - 1) !== '=')) depth -= 1
    if (depth === 0) return text.slice(start, at)
  }
  return ''
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    if ('([{<'.includes(text.charAt(at))) at += untilClosed(text, at + 1).length + 1
    else if (text.charAt(at) === ',') {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter((part) => part !== '')
}

/** A parameter that is taken apart at once has no name and goes by `{}`. */
function parameterOf(text: string): { name: string; type: string } {
  const [, name = '', type = ''] = /^(\{[^}]*\}|\w+)\??:\s*([^]+)$/.exec(text) ?? []
  return { name: name.startsWith('{') ? '{}' : name, type: type.replaceAll(/\s+/g, ' ') }
}

function functionsOf(folder: string, file: string): StoreFunction[] {
  const source = readFileSync(join(folder, file), 'utf8')
  return [...source.matchAll(declaration)].flatMap((found) => {
    const [whole, name = ''] = found
    const [database, scope, ...rest] = splitAtCommas(untilClosed(source, found.index + whole.length)).map(parameterOf)
    if (database?.type !== 'Database' || scope?.type !== 'Scope') return []
    return [{ title: `${file} ${name}`, file: join(folder, file), name, parameters: rest }]
  })
}

export function scopedStoreFunctions(): StoreFunction[] {
  const folder = join(import.meta.dirname, 'features')
  return globSync('*/*.store.ts', { cwd: folder })
    .toSorted()
    .flatMap((file) => functionsOf(folder, file))
}
