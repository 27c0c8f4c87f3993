import type { Change, Fact, Work } from '../hooks.ts'
import type { Services } from '../services.ts'
import type { Actor } from './actor.ts'
import type { Database } from './database/schema.ts'
import { transact } from './database/transaction.ts'
import type { Scope } from './scope.ts'

/** The fact with the name of its target, for whoever reads of it later and meets nothing of this id any more. */
async function named({ hooks }: Services, database: Database, scope: Scope | undefined, fact: Fact): Promise<Fact> {
  const { target } = fact
  if (target.name !== undefined) return fact
  for (const find of hooks.list('target.name')) {
    const name = await find(database, scope, target)
    if (name !== undefined) return { ...fact, target: { ...target, name } }
  }
  return fact
}

/** One transaction; what it asked for afterwards runs only if it commits. */
async function run<Result>(
  services: Services,
  actor: Actor,
  scope: Scope | undefined,
  about: string | undefined,
  inside: (work: Work) => Promise<Result>,
): Promise<Result> {
  const { database, hooks } = services
  const afterwards: (() => void)[] = []
  const workOn = (transaction: Database): Work => {
    const work: Work = {
      database: transaction,
      actor,
      afterCommit: (later) => afterwards.push(later),
      async changed(told: Fact, where = scope) {
        const fact = await named(services, transaction, where, told)
        const event = { ...work, ...(where ? { scope: where } : {}), fact }
        for (const hook of hooks.list('changed')) await hook(event)
      },
    }
    return work
  }
  const attempt = (transaction: Database): Promise<Result> => {
    afterwards.length = 0
    return inside(workOn(transaction))
  }
  const result = await transact(database, attempt, about)
  for (const later of afterwards) later()
  return result
}

/** Runs a change of one namespace in a transaction of its own. What is done is told with `changed`, once it is done. */
export const change = <Result>(
  services: Services,
  actor: Actor,
  scope: Scope,
  inside: (change: Change) => Promise<Result>,
): Promise<Result> => run(services, actor, scope, scope.tenantId, (work) => inside({ ...work, scope }))

/** The same for what belongs to no namespace: users, the server. `about` names the one thing it is about (see `transact`). */
export const changeServer = <Result>(
  services: Services,
  actor: Actor,
  inside: (work: Work) => Promise<Result>,
  about?: string,
): Promise<Result> => run(services, actor, undefined, about, inside)
