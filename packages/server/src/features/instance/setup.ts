import { Failure } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import type { Changing } from '../../http/implement.ts'
import { equalSecrets } from '../../platform/secrets.ts'
import { setupDone } from '../../platform/settings.ts'
import type { Services } from '../../services.ts'
import { addNamespace, namespaceNameFor } from '../namespaces/index.ts'
import { addUser } from '../users/index.ts'

export interface FirstUser {
  readonly name: string
  readonly email: string
  readonly username: string
  readonly password: string
}

async function requireNotDone(database: Database): Promise<void> {
  if (await setupDone.read(database)) throw new Failure('setup_done')
}

/**
 * Makes the first user and a personal namespace, all or nothing, once. Fails with `setup_signature` or `setup_done`.
 */
export async function setUp(
  services: Services,
  changeServer: Changing['changeServer'],
  sign: string,
  user: FirstUser,
): Promise<void> {
  const { database, passwords, clock } = services
  if (!equalSecrets(sign, services.setupSignature)) throw new Failure('setup_signature')
  await requireNotDone(database)
  const passwordHash = await passwords.hash(user.password)
  await changeServer(async (work) => {
    // Again, under the write lock: of two at once one is first.
    await requireNotDone(work.database)
    const { id: ownerId } = await addUser(work, { ...user, passwordHash, administrator: true }, clock.now())
    const namespace = { name: namespaceNameFor(user.username), ownerId, type: 'personal' } as const
    await addNamespace(work, namespace, clock.now())
    await work.changed({
      what: 'server.setup',
      target: { kind: 'server', id: 'server' },
      after: { username: user.username },
    })
  })
}
