// What of a call may not change under a client: its place, who may call, its input and what it answers.
import { type Fields, fieldsOf, isFields, itemsOf, type Json } from './resolve.ts'
import { schemaChanges } from './schemas.ts'

interface Documents {
  readonly before: Fields
  readonly after: Fields
}

type Pair = readonly [before: Fields, after: Fields]

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

function parameterChanges(documents: Documents, [before, after]: Pair): string[] {
  const keyed = (operation: Fields): Map<string, Fields> =>
    new Map(
      itemsOf(operation['parameters'])
        .filter(isFields)
        // Names of parameters in a path are nobody's business but the document's.
        .map((parameter, index) => [parameter['in'] === 'path' ? `path ${index}` : text(parameter['name']), parameter]),
    )
  const [was, is] = [keyed(before), keyed(after)]
  const found = [...was].flatMap(([key, parameter]) => {
    const name = text(parameter['name'])
    const present = is.get(key)
    if (!present) return [`parameter ${name} is gone`]
    const comparison = { ...documents, direction: 'request' } as const
    const changes = schemaChanges(comparison, parameter['schema'], present['schema'], `parameter ${name}`)
    const needed = present['required'] === true && parameter['required'] !== true
    return [...changes, ...(needed ? [`parameter ${name} is required`] : [])]
  })
  const added = [...is].filter(([key, parameter]) => parameter['required'] === true && !was.has(key))
  return [...found, ...added.map(([, parameter]) => `parameter ${text(parameter['name'])} is required`)]
}

function contentChanges(documents: Documents, [before, after]: Pair, direction: 'request' | 'reply'): string[] {
  const [was, is] = [fieldsOf(before['content']), fieldsOf(after['content'])]
  return Object.entries(was).flatMap(([type, content]) => {
    const present = is[type]
    if (present === undefined) return [`${direction} as ${type} is gone`]
    const schemas = [fieldsOf(content)['schema'], fieldsOf(present)['schema']] as const
    return schemaChanges({ ...documents, direction }, ...schemas, direction)
  })
}

function bodyChanges(documents: Documents, [before, after]: Pair): string[] {
  const [was, is] = [fieldsOf(before['requestBody']), fieldsOf(after['requestBody'])]
  const needed = is['required'] === true && was['required'] !== true ? ['a body is required'] : []
  return [...needed, ...contentChanges(documents, [was, is], 'request')]
}

/** Failures may come and go; what a success looks like may not change. */
function replyChanges(documents: Documents, [before, after]: Pair): string[] {
  const [was, is] = [fieldsOf(before['responses']), fieldsOf(after['responses'])]
  const successes = Object.entries(was).filter(([status]) => status.startsWith('2'))
  return successes.flatMap(([status, reply]) => {
    const present = is[status]
    if (present === undefined) return [`reply ${status} is gone`]
    const headers = Object.keys(fieldsOf(fieldsOf(reply)['headers']))
    const lost = headers.filter((name) => !(name in fieldsOf(fieldsOf(present)['headers'])))
    const content = contentChanges(documents, [fieldsOf(reply), fieldsOf(present)], 'reply')
    return [...lost.map((name) => `reply header ${name} is gone`), ...content]
  })
}

function accessChanges([before, after]: Pair): string[] {
  const schemes = (operation: Fields): readonly string[] =>
    itemsOf(operation['security']).flatMap((requirement) => Object.keys(fieldsOf(requirement)))
  const [was, is] = [schemes(before), schemes(after)]
  if (was.length === 0 && is.length > 0) return [`needs a credential: ${is.join(' or ')}`]
  const lost = is.length === 0 ? [] : was.filter((scheme) => !is.includes(scheme))
  const found = lost.map((scheme) => `${scheme} is not taken any more`)
  const [roleBefore, roleAfter] = [before['x-lowest-role'], after['x-lowest-role']]
  if (roleAfter === undefined || roleAfter === roleBefore) return found
  return [...found, `lowest role ${text(roleBefore ?? 'any')} → ${text(roleAfter)}`]
}

function operationChanges(documents: Documents, pair: Pair): string[] {
  const [before, after] = pair
  // Generated clients name their functions by it.
  const renamed = before['operationId'] !== after['operationId']
  return [
    ...(renamed ? [`operationId ${text(before['operationId'])} → ${text(after['operationId'])}`] : []),
    ...accessChanges(pair),
    ...parameterChanges(documents, pair),
    ...bodyChanges(documents, pair),
    ...replyChanges(documents, pair),
  ]
}

/** A sentence for each change between two OpenAPI documents that breaks a client of the first one. */
export function breakingChanges(before: Fields, after: Fields): string[] {
  const paths = fieldsOf(after['paths'])
  return Object.entries(fieldsOf(before['paths'])).flatMap(([path, item]) =>
    Object.entries(fieldsOf(item)).flatMap(([method, operation]) => {
      const call = `${method.toUpperCase()} ${path}`
      const present = fieldsOf(paths[path])[method]
      if (!isFields(present)) return [`${call}: is gone`]
      const changes = operationChanges({ before, after }, [fieldsOf(operation), present])
      return changes.map((change) => `${call}: ${change}`)
    }),
  )
}
