// A server somewhere, called like anybody would call it: by token or API key.
import { ApiError, type Client, createClient, failureOf, fetchTransport, type Transport } from '@sshore/client'
import { contract } from '@sshore/contract'
import type { Environment } from '../config/config.ts'
import { invalid, webAddress } from '../config/kinds.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { readLogins } from './login-file.ts'

const patienceSeconds = 20

export interface Remote {
  readonly url: string
  /** With the credential as it was found. */
  readonly client: Client
  /** Absent for an API key, which is bound to its namespace. */
  readonly token?: string | undefined
  /** What proves who calls. */
  readonly credential: Readonly<Record<string, string>>
}

/** Fails with exit code 2 for anything that is no plain http or https address. */
export function serverAddress(given: string): string {
  const base = webAddress.read(given)
  if (base !== invalid) return base
  const message = `--server: got ${JSON.stringify(given)}, expected ${webAddress.expects}.`
  throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
}

const patient: typeof fetch = (url, init) =>
  fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patienceSeconds * 1000) })

/** Says what to do where a credential was refused. */
const hinting =
  (call: Transport, hint: string): Transport =>
  async (request) => {
    const reply = await call(request)
    if (reply.status !== 401) return reply
    throw new ApiError({ status: 401, code: 'unauthenticated', message: hint }, reply)
  }

export const anonymously = (url: string): Client => createClient(fetchTransport(url, patient))

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export function withToken(url: string, token: string, hint: string): Client {
  return createClient(hinting(fetchTransport(url, patient), hint), () => bearer(token))
}

const loopback = /^(localhost|127\.[\d.]+|\[::1\])$/

/** Whether a secret sent to this address can be read on its way. */
export const isInTheClear = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !loopback.test(hostname)
}

/** The way to a server with what proves who calls: SSHORE_API_KEY, else SSHORE_TOKEN, else what `sshore login` keeps. */
export async function openRemote(url: string, environment: Environment): Promise<Remote> {
  const key = environment['SSHORE_API_KEY']
  if (key) {
    const hint = `${url} does not take the key in SSHORE_API_KEY: it is wrong, expired or removed.`
    const transport = hinting(fetchTransport(url, patient), hint)
    const credential = { 'x-api-key': key }
    return { url, credential, client: createClient(transport, () => credential) }
  }
  const given = environment['SSHORE_TOKEN']
  if (given) {
    const hint = `${url} does not take the token in SSHORE_TOKEN: it is wrong, expired or revoked.`
    return { url, token: given, credential: bearer(given), client: withToken(url, given, hint) }
  }
  const login = (await readLogins(environment)).servers[url]
  if (!login) {
    const message = `Nobody is signed in to ${url}. Run "sshore login ${url}", or set SSHORE_TOKEN or SSHORE_API_KEY.`
    throw new CommandFailure(exitCodes.failed, 'not_signed_in', message)
  }
  const hint = `The login of ${login.username} at ${url} has ended. Run "sshore login ${url}" again.`
  return { url, token: login.token, credential: bearer(login.token), client: withToken(url, login.token, hint) }
}

/** Events of a namespace as the server sends them; the credential says of which. Fails like a call. */
export async function openRemoteEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const impatience = new AbortController()
  const patience = setTimeout(() => impatience.abort(), patienceSeconds * 1000)
  try {
    const address = `${url}${contract.streamEvents.path}`
    const both = AbortSignal.any([signal, impatience.signal])
    const reply = await fetch(address, { headers: { ...headers }, redirect: 'error', signal: both })
    if (reply.status < 400 && reply.body) return reply.body
    const header = (name: string): string | undefined => reply.headers.get(name) ?? undefined
    throw failureOf({ status: reply.status, header, text: await reply.text() })
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    const message = `The server at ${url} cannot be reached.`
    throw new ApiError({ status: 0, code: 'unreachable', message }, undefined, { cause })
  } finally {
    clearTimeout(patience)
  }
}
