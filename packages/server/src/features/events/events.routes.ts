import { contract, type UserId } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import type { Caller, MemberCaller } from '../../http/caller.ts'
import { EventStream } from './event-stream.ts'

const userOf = ({ user, apiKey }: MemberCaller) => user?.id ?? apiKey?.createdBy

/** Whoever acts as the user too: the stream is as good as they are. */
const concerns = (caller: MemberCaller, userId: UserId): boolean =>
  userId === userOf(caller) || userId === caller.user?.acting?.administrator?.id

/** An API key counts apart from who created it. */
const ownerOf = (caller: MemberCaller): string =>
  caller.apiKey ? `key ${caller.tenantId} ${caller.apiKey.name}` : (caller.user?.id ?? 'command line')

const roleOf = (caller: Caller) => {
  if (caller.kind !== 'member') throw new Error('The credential became one of another kind.')
  return caller.role
}

export const eventRoutes = [
  implement(contract.streamEvents, ({ caller, request, services: { bus, liveEvents } }) => {
    const stream = new EventStream(liveEvents, {
      owner: ownerOf(caller),
      scope: caller.scope,
      role: caller.role,
      lastEventId: request.lastEventId,
      recheck: async () => roleOf(await request.recheck()),
    })
    stream.defer(
      bus.subscribe('user.standing', ({ userId }) => {
        if (concerns(caller, userId)) void stream.recheck()
      }),
    )
    return stream
  }),
]
