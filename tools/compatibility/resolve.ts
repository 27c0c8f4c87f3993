// Reading OpenAPI documents whose shape is not known in advance: every step may lead nowhere.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type Fields = { readonly [key: string]: Json }

export const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of an object; none for anything else. */
export const fieldsOf = (value: Json | undefined): Fields => (isFields(value) ? value : {})

export const isItems = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** The items of an array; none for anything else. */
export const itemsOf = (value: Json | undefined): readonly Json[] => (isItems(value) ? value : [])

/** What a local reference (`#/components/…`) leads to, or the part itself. Schemas of ours do not refer to themselves. */
export function resolved(document: Fields, part: Json | undefined): Fields {
  const fields = fieldsOf(part)
  const reference = fields['$ref']
  if (typeof reference !== 'string') return fields
  let found: Json | undefined = document
  for (const step of reference.replace('#/', '').split('/')) found = fieldsOf(found)[step]
  return resolved(document, found)
}
