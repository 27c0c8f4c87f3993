// One attempt: a POST over a connection of its own, no redirects, with a deadline, and little read of the answer.
import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns'
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { limits } from '@sshore/contract'
import { seconds } from '../../platform/clock.ts'
import { isPublic, PrivateAddress, publicLookup } from '../../platform/public-addresses.ts'
import { hostOf } from './addresses.ts'

export interface Letter {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Conditions {
  readonly allowPrivate: boolean
  readonly stopping: AbortSignal
  readonly timeoutMilliseconds?: number
  /** How names are resolved; the system's way unless told otherwise. */
  readonly resolve?: typeof lookup
}

export interface Outcome {
  /** 0: no answer. */
  readonly status: number
  readonly latencyMilliseconds: number
  /** Empty: it went well. */
  readonly problem: string
  readonly excerpt: string
}

/** `t=` Unix seconds, `v1=` hex HMAC-SHA-256 of `t.body`; the time in it lets a receiver refuse what is sent again later. */
export function signature(secret: string, body: string, nowMilliseconds: number): string {
  const t = Math.floor(nowMilliseconds / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

// oxlint-disable-next-line no-control-regex -- what would act in a terminal, or that PostgreSQL does not store
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** The beginning of the answer; the rest is not read. */
async function excerptOf(answer: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer) {
    text += decoder.decode(chunk as Buffer, { stream: true })
    if (text.length >= limits.webhooks.excerptChars) break
  }
  return text.slice(0, limits.webhooks.excerptChars).replaceAll(unprintable, '?')
}

function problemOf(status: number): string {
  if (status >= 200 && status < 300) return ''
  if (status >= 300 && status < 400) return `It answered ${status}; redirects are not followed.`
  return `It answered ${status}.`
}

function failureText(error: unknown, late: AbortSignal, deadlineMilliseconds: number): string {
  if (late.aborted) return `There was no whole answer within ${deadlineMilliseconds / 1000} seconds.`
  if (error instanceof PrivateAddress) return `${error.message} Events are not sent there.`
  return error instanceof Error ? `It could not be reached: ${error.message}`.slice(0, 500) : 'It could not be reached.'
}

const start = (letter: Letter, { allowPrivate, resolve = lookup }: Conditions, signal: AbortSignal) =>
  new Promise<IncomingMessage>((done, fail) => {
    const url = new URL(letter.url)
    const host = hostOf(url)
    // Sockets look up names alone.
    if (!allowPrivate && isIP(host) !== 0 && !isPublic(host)) throw new PrivateAddress(host)
    const options: RequestOptions = {
      method: 'POST',
      // A kept connection would go on to an address that was checked long ago.
      agent: false,
      signal,
      headers: { ...letter.headers, 'Content-Length': Buffer.byteLength(letter.body) },
      ...(allowPrivate ? {} : { lookup: publicLookup(resolve) }),
    }
    const request = (url.protocol === 'http:' ? plainRequest : secureRequest)(url, options, done)
    request.on('error', fail)
    request.end(letter.body)
  })

/** Never rejects: what goes wrong is the outcome. */
export async function send(letter: Letter, conditions: Conditions): Promise<Outcome> {
  const deadline = conditions.timeoutMilliseconds ?? seconds(limits.webhooks.timeoutSeconds)
  const late = AbortSignal.timeout(deadline)
  const since = performance.now()
  const latency = () => Math.round(performance.now() - since)
  let status = 0
  try {
    const answer = await start(letter, conditions, AbortSignal.any([late, conditions.stopping]))
    status = answer.statusCode ?? 0
    const excerpt = await excerptOf(answer)
    return { status, latencyMilliseconds: latency(), problem: problemOf(status), excerpt }
  } catch (error) {
    const problem = failureText(error, late, deadline)
    return { status, latencyMilliseconds: latency(), problem, excerpt: '' }
  }
}
