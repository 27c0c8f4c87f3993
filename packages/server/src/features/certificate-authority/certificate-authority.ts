// What may be certified, for whom and for how long.
import { type CertificateRequest, Failure, hasPermission, limits, type Role, type UserId } from '@sshore/contract'
import { isSourceAddress } from './source-addresses.ts'

export interface Issuer {
  readonly role: Role
  /** Absent: the command line, on behalf of whoever owns the server. */
  readonly userId: UserId | undefined
}

export interface AuthorityRules {
  readonly hoursMost: number
  readonly memberPrincipals: readonly string[]
}

const refuse = (message: string, field: string): never => {
  throw new Failure('certificate_not_allowed', { message, fields: [field] })
}

/** The longest life that this issuer may ask for. */
const hoursMostFor = ({ role }: Pick<Issuer, 'role'>, { hoursMost }: AuthorityRules): number =>
  hasPermission(role, 'certificate:issue') ? hoursMost : Math.min(hoursMost, limits.certificates.hoursDefault)

/**
 * Checks a request and answers with its hours. Fails with `certificate_not_allowed` naming the field, or with `invalid_input`
 * for an address that is none.
 */
export function checkRequest(
  issuer: Issuer,
  rules: AuthorityRules,
  request: Pick<CertificateRequest, 'principals' | 'hours' | 'source_addresses'> & { readonly userId: UserId },
): number {
  const wrong = (request.source_addresses ?? []).find((address) => !isSourceAddress(address))
  if (wrong !== undefined) {
    throw new Failure('invalid_input', {
      fields: ['source_addresses'],
      message: `${wrong} is neither an address nor a network such as 192.0.2.0/24 (with nothing behind the prefix).`,
    })
  }
  const most = hoursMostFor(issuer, rules)
  const hours = request.hours ?? Math.min(most, limits.certificates.hoursDefault)
  if (hours > most) return refuse(`You may have a certificate signed for ${most} h at most.`, 'hours')
  if (hasPermission(issuer.role, 'certificate:issue')) return hours
  if (request.userId !== issuer.userId) {
    return refuse('Your role in this namespace lets you have certificates signed for yourself only.', 'user_id')
  }
  const others = request.principals.filter((name) => !rules.memberPrincipals.includes(name))
  if (others.length === 0) return hours
  const listed = rules.memberPrincipals.length > 0 ? rules.memberPrincipals.join(', ') : 'none'
  return refuse(
    `Your role may have certificates signed for these login names: ${listed}. An administrator sets them on the authority.`,
    'principals',
  )
}
