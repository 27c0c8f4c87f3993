// Who is behind a change. Made at the edge from the credential that was checked, never from what a request says of itself.
import type { ActorKind, DeviceUid, UserId } from '@sshore/contract'
import type { Caller, CallingUser } from '../http/caller.ts'

/** Where a request came from. */
export interface Origin {
  /** The client's address, past trusted proxies. */
  readonly address: string
  readonly requestId: string
  /** As the client calls itself, cut short; empty when it says nothing. */
  readonly userAgent: string
}

export type Actor =
  | { readonly kind: 'user'; readonly id: UserId; readonly username: string; readonly origin: Origin }
  /** An administrator of the server, acting as such. */
  | { readonly kind: 'administrator'; readonly id: UserId; readonly username: string; readonly origin: Origin }
  | { readonly kind: 'api-key'; readonly name: string; readonly createdBy: UserId; readonly origin: Origin }
  | { readonly kind: 'device'; readonly uid: DeviceUid; readonly origin: Origin }
  /** Somebody without a credential: setup, the first registration of a device. */
  | { readonly kind: 'anybody'; readonly origin: Origin }
  /** Somebody at the server's own command line. */
  | { readonly kind: 'command-line'; readonly origin: Origin }
  /** What keeps the server going: the gateway, jobs. */
  | { readonly kind: 'server' }

/** Who acts as a user where nobody is signed in: no user is called so. */
export const atCommandLine = 'the command line'

export const serverActor: Actor = { kind: 'server' }

/** With the administrator who acts as them, so that nothing is taken for what they did themselves. */
const nameOf = ({ username, acting }: CallingUser): string => (acting ? `${username} (by ${acting.name})` : username)

export function actorOf(caller: Caller, origin: Origin): Actor {
  switch (caller.kind) {
    case 'user':
      return { kind: 'user', id: caller.user.id, username: nameOf(caller.user), origin }
    case 'member':
      if (caller.user) return { kind: 'user', id: caller.user.id, username: nameOf(caller.user), origin }
      if (caller.apiKey) {
        return { kind: 'api-key', name: caller.apiKey.name, createdBy: caller.apiKey.createdBy, origin }
      }
      return { kind: 'command-line', origin }
    case 'administrator':
      if (!caller.user) return { kind: 'command-line', origin }
      return { kind: 'administrator', id: caller.user.id, username: caller.user.username, origin }
    case 'device':
      return { kind: 'device', uid: caller.uid, origin }
    case 'public':
      return { kind: 'anybody', origin }
    case 'internal':
      return caller.by === 'command-line' ? { kind: 'command-line', origin } : serverActor
  }
}

/** Who it was, by what may be told of them. */
export interface Person {
  readonly kind: ActorKind
  /** User, device, or who created the API key; empty where there is none. */
  readonly id: string
  readonly name: string
}

export function personOf(actor: Actor): Person {
  const { kind } = actor
  switch (kind) {
    case 'user':
    case 'administrator':
      return { kind, id: actor.id, name: actor.username }
    case 'api-key':
      return { kind, id: actor.createdBy, name: actor.name }
    case 'device':
      return { kind, id: actor.uid, name: '' }
    case 'anybody':
    case 'command-line':
    case 'server':
      return { kind, id: '', name: '' }
  }
}
