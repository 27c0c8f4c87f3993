// The only place where a failure becomes a status.
import { type Endpoint, type ErrorBody, errors, Failure } from '@sshore/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

const ofFramework: Readonly<Record<string, () => Failure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Failure('body_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Failure('unsupported_media_type'),
  FST_ERR_CTP_EMPTY_TYPE: () => new Failure('unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Failure('malformed_json'),
  FST_ERR_BAD_URL: () => new Failure('invalid_input', { fields: ['path'] }),
  FST_ERR_MAX_PARAM_LENGTH: () => new Failure('not_found'),
}

/** Primary result code SQLITE_FULL (https://www.sqlite.org/rescode.html). */
const sqliteFull = 13
const noRoom: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

const isFullDisk = (error: Error, code: string): boolean =>
  noRoom.has(code) || ('errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === sqliteFull)

/** What went wrong, in the catalogue's words; undefined for a fault of ours. */
function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  return isFullDisk(error, code) ? new Failure('storage_full') : ofFramework[code]?.()
}

/** Answers a failure; `endpoint` is absent on paths that the contract does not know. */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint?: Endpoint,
): FastifyReply {
  const found = failureOf(error)
  const unprocessable = endpoint?.unprocessableBody === true && found?.code === 'malformed_json'
  if (found?.code === 'storage_full') request.log.error({ err: error }, 'there is no room left on the disk')
  const failure = unprocessable ? new Failure('unprocessable_body') : found
  if (!failure) request.log.error({ err: error }, 'a request failed')
  const { code, detail, message } = failure ?? new Failure('internal')
  const { status } = errors[code]
  reply.code(status).headers(detail.headers ?? {})
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer')
  if (endpoint?.bareFieldLists && detail.fields) return reply.send([...detail.fields])
  if (endpoint?.bareMessages && endpoint.errors.includes(code)) {
    return reply.type('application/json').send(JSON.stringify(message))
  }
  const body: ErrorBody = { message, code, ...(detail.fields ? { fields: [...detail.fields] } : {}) }
  return reply.send(body)
}
