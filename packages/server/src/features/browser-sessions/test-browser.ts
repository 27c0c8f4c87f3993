// A browser, as far as the server sees it.
import { consoleHeader, type UserAuth } from '@sshore/contract'
import { expect } from 'vitest'
import { testPassword, type TestServer } from '../../test-server.ts'

interface Answer {
  readonly status: number
  readonly user: UserAuth | null
  /** What the browser keeps from now on; undefined when the reply does not say. */
  readonly cookie: string | undefined
  readonly setCookie: string | undefined
}

export const fromConsole = { [consoleHeader]: '1' }

export async function ask(
  stack: TestServer,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const json = method === 'POST' && path.endsWith('refresh')
  const reply = await stack.server.transport({
    method,
    path,
    headers: json ? { 'content-type': 'application/json', ...headers } : headers,
    ...(json ? { body: '{}' } : {}),
  })
  const setCookie = reply.header('set-cookie')
  const body: unknown = method === 'POST' && reply.status === 200 ? JSON.parse(reply.text) : { user: null }
  const { user } = (json ? body : { user: body }) as { user: UserAuth | null }
  return { status: reply.status, user, cookie: setCookie?.split(';')[0], setCookie }
}

export const beginWith = (stack: TestServer, token: string, headers = {}): Promise<Answer> =>
  ask(stack, 'POST', '/api/auth/browser-session', { ...headers, authorization: `Bearer ${token}` })

/** At the console, before it begins a session. */
export async function signInAtPage(stack: TestServer, username: string): Promise<UserAuth> {
  const reply = await stack.server.transport({
    method: 'POST',
    path: '/api/login',
    headers: { 'content-type': 'application/json', ...fromConsole },
    body: JSON.stringify({ username, password: testPassword }),
  })
  return JSON.parse(reply.text) as UserAuth
}

/** As the console does it; `held` is the token that the page holds from then on. */
export async function signInHere(stack: TestServer, username: string) {
  const login = await signInAtPage(stack, username)
  const { user, cookie = '' } = await beginWith(stack, login.token, fromConsole)
  return { login, held: user?.token ?? '', cookie }
}

/** Whether calls are answered. */
export const opens = async (stack: TestServer, token: string): Promise<boolean> => {
  try {
    await stack.as(token).listNamespaces()
    return true
  } catch (error) {
    expect(error).toMatchObject({ status: 401 })
    return false
  }
}

export const begin = async (stack: TestServer, token: string): Promise<string> =>
  (await beginWith(stack, token)).cookie ?? ''
export const refresh = (stack: TestServer, cookie: string): Promise<Answer> =>
  ask(stack, 'POST', '/api/auth/refresh', { ...fromConsole, cookie })
