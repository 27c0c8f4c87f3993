import { contract, Failure } from '@sshore/contract'
import { implement, type RequestFacts } from '../../http/implement.ts'
import { themselves } from '../../http/themselves.ts'
import { cookieText } from '../../platform/cookies.ts'
import { begin, end, refresh } from './browser-sessions.ts'

const name = 'sshore_browser'
const { path } = contract.refreshBrowserSession
const cookie = (value: string, { secure }: RequestFacts): string => cookieText(name, value, { path, secure })

function requireConsole({ byConsole }: RequestFacts): void {
  if (!byConsole) throw new Failure('console_only')
}

export const implementations = [
  implement(contract.beginBrowserSession, async ({ caller, request, reply, services }) => {
    // Whoever acts as somebody else does so for an hour, and in no browser for longer.
    themselves(caller)
    if (caller.user.browser) requireConsole(request)
    const { user, cookie: value } = await begin(services, caller.user, caller.tenantId)
    reply.header('Set-Cookie', cookie(value, request))
    return user
  }),
  implement(contract.refreshBrowserSession, async ({ body, request, reply, services }) => {
    requireConsole(request)
    const given = request.cookie(name)
    const found = await refresh(services, given, body.tenant)
    if (found || given !== undefined) reply.header('Set-Cookie', cookie(found?.cookie ?? '', request))
    return { user: found?.user ?? null }
  }),
  implement(contract.endBrowserSession, async ({ request, reply, services }) => {
    requireConsole(request)
    await end(services, request.cookie(name))
    reply.header('Set-Cookie', cookie('', request))
  }),
]
