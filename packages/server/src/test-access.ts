// Who may call what: every credential against every endpoint, with the answer that the contract's `access` promises.
import type { Transport, WireReply } from '@sshore/client'
import { type Access, type Endpoint, type ErrorCode, errors, hasPermission, type Role } from '@sshore/contract'
import { pathToNowhere } from './test-nowhere.ts'

/** What a credential stands for. */
export type Standing =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'administrator' }
  | { readonly kind: 'user'; readonly namespace: 'none' }
  | { readonly kind: 'user'; readonly namespace: 'lost' }
  | { readonly kind: 'user'; readonly namespace: 'held'; readonly role: Role }
  | { readonly kind: 'api-key'; readonly role: Role }
  | { readonly kind: 'device' }
  | { readonly kind: 'service' }
  /** Our own processes, acting in a namespace. */
  | { readonly kind: 'operator' }

export interface Credential {
  readonly name: string
  readonly standing: Standing
  /** Made anew for each call: some calls revoke what they were called with. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>
}

function denialOfKey(
  access: Extract<Access, { kind: 'user' | 'member' | 'administrator' }>,
  role: Role,
): ErrorCode | undefined {
  if (access.kind === 'administrator' || access.apiKey !== true) return 'api_key_not_allowed'
  if (access.kind === 'user' || !access.permission) return undefined
  return hasPermission(role, access.permission) ? undefined : 'forbidden'
}

/** The failure with which the edge stops this credential; undefined when it lets it pass. */
function denialOf(access: Access, standing: Standing): ErrorCode | undefined {
  if (access.kind === 'public') return undefined
  const ours = standing.kind === 'service' || standing.kind === 'operator'
  if (access.kind === 'internal') return ours ? undefined : 'unauthenticated'
  if (access.kind === 'device') return standing.kind === 'device' ? undefined : 'unauthenticated'
  if (access.kind === 'administrator' && ours) return undefined
  if (standing.kind === 'api-key') return denialOfKey(access, standing.role)
  if (standing.kind === 'operator' && access.kind === 'member') return denialOfKey(access, 'owner')
  if (standing.kind === 'administrator') return access.kind === 'member' ? 'namespace_required' : undefined
  if (standing.kind !== 'user') return 'unauthenticated'
  if (access.kind === 'administrator') return 'not_administrator'
  if (access.kind === 'user') return undefined
  if (standing.namespace === 'none') return 'namespace_required'
  if (standing.namespace === 'lost') return 'unauthenticated'
  return access.permission && !hasPermission(standing.role, access.permission) ? 'forbidden' : undefined
}

const codeOf = ({ header, text }: WireReply): unknown => {
  if (text === '' || !header('content-type')?.startsWith('application/json')) return undefined
  const body: unknown = JSON.parse(text)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}

const isDenial = (code: unknown): boolean =>
  code === 'not_administrator' ||
  code === 'unauthenticated' ||
  code === 'forbidden' ||
  code === 'api_key_not_allowed' ||
  code === 'namespace_required'

/**
 * Calls everything with everything and returns a sentence for each answer that differs from what `access` promises.
 * Calls that pass do no harm: their body is not valid, or what they name does not exist.
 */
export async function accessViolations(
  transport: Transport,
  endpoints: readonly Endpoint[],
  credentials: readonly Credential[],
): Promise<string[]> {
  const violations: string[] = []
  for (const e of endpoints) {
    for (const path of [e.path, ...(e.aliases ?? [])]) {
      for (const { name, standing, headers } of credentials) {
        const body = e.body ? { headers: { 'content-type': 'application/json' }, body: '[]' } : { headers: {} }
        const reply = await transport({
          ...body,
          method: e.method,
          path: pathToNowhere(e, path),
          headers: { ...body.headers, ...(await headers()) },
        })
        const code = codeOf(reply)
        const expected = denialOf(e.access, standing)
        // 501 is a fact about the server, not a fault.
        const answered = reply.status < 500 || reply.status === 501
        const denied = expected && code === expected && reply.status === errors[expected].status
        const asPromised = expected ? denied : !isDenial(code) && answered
        if (!asPromised) {
          violations.push(
            `${e.method} ${path} as ${name}: ${reply.status} ${String(code)}, not ${expected ?? 'let in'}`,
          )
        }
      }
    }
  }
  return violations
}
