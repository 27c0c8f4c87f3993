const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The texts of a JSON object; what is no text in it is left out. */
export function textsOfJson(json: string): Readonly<Partial<Record<string, string>>> {
  const value: unknown = JSON.parse(json)
  const fields: [string, unknown][] = isObject(value) ? Object.entries(value) : []
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'))
}
