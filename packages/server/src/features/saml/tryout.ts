// What there is to say of an identity provider before anybody relies on it.
import { X509Certificate } from 'node:crypto'
import { type Contract, Failure, limits, type ReplyOf } from '@sshore/contract'
import type { Changing } from '../../http/implement.ts'
import { seconds } from '../../platform/clock.ts'
import { time } from '../../platform/database/codecs.ts'
import type { Services } from '../../services.ts'
import { type ProviderEdit, readProvider } from './configuration.ts'
import { isAskable } from './provider-metadata.ts'
import { samlSettings } from './settings.ts'

type Found = ReplyOf<Contract['adminTrySaml']>

/** As Node has it: a certificate that names nobody has no subject, of which its types know nothing. */
type Read = Pick<X509Certificate, 'validFrom' | 'validTo'> & { readonly subject?: string | undefined }
const read = (pem: string): Read => new X509Certificate(pem)

function certificateFacts(pem: string): Found['certificates'][number] {
  const { subject = '', validFrom, validTo } = read(pem)
  return {
    subject: subject.split('\n').join(', '),
    valid_from: time.toWire(Date.parse(validFrom)),
    valid_until: time.toWire(Date.parse(validTo)),
  }
}

/** A browser goes there with a request of ours; without one some refuse, which is an answer too. */
async function ask(address: string): Promise<Pick<Found, 'status' | 'reason'>> {
  const late = AbortSignal.timeout(seconds(limits.saml.metadataSeconds))
  try {
    const reply = await fetch(address, { signal: late, redirect: 'manual' })
    await reply.body?.cancel()
    return { status: reply.status, reason: 'answered' }
  } catch {
    return { status: 0, reason: late.aborted ? 'timeout' : 'no_answer' }
  }
}

/** Nothing is set. Fails with `invalid_input` or `saml_metadata`. */
export async function tryProvider(
  { database }: Services,
  changeServer: Changing['changeServer'],
  edit: ProviderEdit,
): Promise<Found> {
  const { provider: known } = await samlSettings.read(database)
  const { metadata_url = '' } = edit
  // Before anything is asked: the server goes to an address that somebody names.
  const tell = (address: string) =>
    changeServer(({ changed }) =>
      changed({
        what: 'server.identity-provider-try',
        target: { kind: 'server', id: 'server' },
        after: { metadata_url, signon_url: address },
      }),
    )
  if (isAskable(metadata_url)) await tell('')
  const provider = await readProvider(edit, known)
  const { entity_id, signon_url, certificates } = provider
  if (!isAskable(signon_url)) {
    const message = 'Only an address of HTTPS is tried; browsers may be sent to this one all the same.'
    throw new Failure('invalid_input', { fields: ['idp.signon_url'], message })
  }
  await tell(signon_url)
  return { entity_id, signon_url, certificates: certificates.map(certificateFacts), ...(await ask(signon_url)) }
}
