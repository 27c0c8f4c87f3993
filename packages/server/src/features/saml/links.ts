// Links between users and identities that an administrator of the server makes and takes away.
import { Failure, type UserId } from '@sshore/contract'
import type { Work } from '../../hooks.ts'
import { samlSettings } from './settings.ts'
import type { Services } from '../../services.ts'
import { getUser, raiseTokenVersion } from '../users/index.ts'
import { link, ownerOf } from './accounts.ts'
import { removeIdentities } from './identities.store.ts'

/** Fails with `user_not_found`, `saml_not_configured` or `saml_identity_taken`. */
export async function linkByHand({ clock }: Services, work: Work, id: UserId, nameId: string): Promise<void> {
  const user = await getUser(work.database, id)
  const { provider } = await samlSettings.read(work.database)
  if (!provider) throw new Failure('saml_not_configured')
  const identity = { issuer: provider.entity_id, name: nameId.trim() }
  if (identity.name === '') throw new Failure('invalid_input', { fields: ['name_id'] })
  const owner = await ownerOf(work, identity)
  if (owner === id) return
  if (owner !== undefined) throw new Failure('saml_identity_taken')
  await link(work, user, identity, clock.now())
}

/** Also signs the user out everywhere. Fails with `user_not_found`. */
export async function unlink({ database, changed }: Work, id: UserId): Promise<void> {
  const { username } = await getUser(database, id)
  if ((await removeIdentities(database, id)) === 0) return
  await raiseTokenVersion(database, id)
  await changed({ what: 'user.unlink', target: { kind: 'user', id, name: username } })
}
