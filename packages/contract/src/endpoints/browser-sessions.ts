// Staying signed in in a browser: the token lives in the memory of the page, and a cookie that no script can read gets a new one.
import { Type } from 'typebox'
import { TenantId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { UserAuth } from '../entities.ts'
import { browserSessions } from '../limits.ts'
import { Nullable } from '../schemas.ts'

const feature = 'browser-sessions' as const

/** No form and no link of another site can set it, and a script of one would have to ask first (CORS). */
export const consoleHeader = 'X-Sshore-Console'

const path = '/api/auth/refresh'
const description = `Needs the header \`${consoleHeader}\`, whatever its value: a page of another site cannot send it.`
const headers = Type.Object({
  'Set-Cookie': Type.String({
    description: 'HttpOnly, SameSite=Strict, for this path alone; Secure where the request came by HTTPS',
    examples: [`sshore_browser=4f1c….9a0e…; Path=${path}; HttpOnly; SameSite=Strict; Secure`],
  }),
})

export const beginBrowserSession = endpoint({
  id: 'beginBrowserSession',
  method: 'POST',
  path: '/api/auth/browser-session',
  feature,
  summary: 'Exchange the token of a user for a cookie that gets new tokens in this browser, and the first of them',
  description: `Those tokens live for ${browserSessions.tokenMinutes} minutes, and end with the session: after ${browserSessions.idleHours} hours without use, and ${browserSessions.mostHours / 24} days after it began (${browserSessions.singleSignOnHours} hours after a single sign-on). A login that sends the header \`${consoleHeader}\` gets a token for this call that lives no longer either; it is good for one session, and wants the header here too.`,
  access: { kind: 'user' },
  success: {
    status: 200,
    description: 'The cookie is set; it goes with the browser, or when the user signs out',
    body: UserAuth,
    headers,
  },
  errors: ['only_themselves', 'browser_session_begun', 'console_only'],
})

export const refreshBrowserSession = endpoint({
  id: 'refreshBrowserSession',
  method: 'POST',
  path,
  feature,
  summary: 'Get a new token by the cookie, and another cookie in its place',
  description: `${description} A cookie that was replaced is good for half a minute more, for tabs that ask at once; after that it ends the session, as it may have been stolen.`,
  access: { kind: 'public' },
  body: Type.Object({
    tenant: Type.Optional(TenantId),
  }),
  success: {
    status: 200,
    description: 'Who is signed in in this browser: in this namespace, if they belong to it still',
    body: Type.Object({ user: Nullable(UserAuth) }),
    headers,
  },
  errors: ['console_only'],
})

export const endBrowserSession = endpoint({
  id: 'endBrowserSession',
  method: 'DELETE',
  path,
  feature,
  summary: 'Forget who is signed in in this browser; its tokens end',
  description,
  access: { kind: 'public' },
  success: { status: 200, description: 'Forgotten', headers },
  errors: ['console_only'],
})
