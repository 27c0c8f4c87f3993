// Whether a reply is one that the document promises, as another validator than the server's sees it.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Operation, Schema } from './document.ts'
import type { GeneratedRequest } from './requests.ts'

export interface GivenReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface Judge {
  /** A phrase for each promise that the reply breaks. */
  faultsOf(request: GeneratedRequest, reply: GivenReply): string[]
}

const lineByLine = 'application/x-ndjson'

export function createJudge(): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  formats.default(ajv)
  const compiled = new Map<Schema, ValidateFunction>()
  const complaint = (schema: Schema, value: unknown): string | undefined => {
    const validate = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, validate)
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }

  function bodyFaults({ content = {} }: Operation['responses'][string], { headers, text }: GivenReply): string[] {
    const type = headers.get('content-type')?.split(';', 1)[0]
    const [[declared, { schema }] = ['', { schema: {} }]] = Object.entries(content)
    if (declared === '') return text === '' ? [] : [`has a body although none is declared: ${text.slice(0, 80)}`]
    if (type !== declared) return [`is ${type}, not ${declared}`]
    if (declared === 'text/event-stream') return []
    const pieces = declared === lineByLine ? text.split('\n').filter((line) => line !== '') : [text]
    return pieces.flatMap((piece) => {
      try {
        return complaint(schema, JSON.parse(piece)) ?? []
      } catch {
        return [`is no JSON: ${piece.slice(0, 80)}`]
      }
    })
  }

  function headerFaults({ headers = {} }: Operation['responses'][string], given: Headers): string[] {
    return Object.entries(headers).flatMap(([name, { schema }]) => {
      const value = given.get(name)
      if (value === null) return [`lacks the header ${name}`]
      const wrong = complaint(schema, value)
      return wrong === undefined ? [] : [`header ${name}: ${wrong}`]
    })
  }

  return {
    faultsOf({ operation, json, headers }, reply) {
      const declared = operation.responses[String(reply.status)]
      if (!declared) return [`status ${reply.status} is not declared: ${reply.text.slice(0, 120)}`]
      const faults = [...bodyFaults(declared, reply), ...headerFaults(declared, reply.headers)]
      // 501 is a fact about the server, not a fault.
      if (reply.status >= 500 && reply.status !== 501) faults.push(`status ${reply.status}: ${reply.text}`)
      const taken = reply.status < 300 && headers['content-type'] === 'application/json'
      const [content] = Object.values(operation.requestBody?.content ?? {})
      if (!taken || !content) return faults
      const wrong = complaint(content.schema, json)
      return wrong === undefined ? faults : [...faults, `takes a body that the document does not allow: ${wrong}`]
    },
  }
}
