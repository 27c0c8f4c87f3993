// Replies as JSON by the contract's schemas: a field that a schema does not name does not leave the server.
import fastJson from 'fast-json-stringify'

type Serialize = (value: unknown) => string

const compiled = new WeakMap<object, Serialize>()

/**
 * Makes a function that writes values of this schema. As with checks of input, the schema is compiled at the first call, once for
 * the process.
 */
export const serializerOf =
  (schema: object): Serialize =>
  (value) => {
    const known = compiled.get(schema)
    if (known) return known(value)
    const made: Serialize = fastJson(schema)
    compiled.set(schema, made)
    return made(value)
  }
