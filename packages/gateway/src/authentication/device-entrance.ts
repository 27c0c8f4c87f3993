// Takes a proof to the device that an SSH user name means, as it is at this moment.
import type { Client } from '@sshore/client'
import type { DeviceUid, Proof, SessionUid, UserId } from '@sshore/contract'
import type { Clock, Link } from '@sshore/link'
import type { Endpoints } from '../ssh/proxy-header.ts'
import { type DeviceLogin, logInOnDevice } from './device-login.ts'
import type { LoginFailure, LoginRefusal } from './failures.ts'
import { narrowed, type Permits } from './permits.ts'
import { findTarget, type Target } from './target.ts'

export interface EntranceServices {
  readonly client: Client
  readonly findLink: (uid: DeviceUid) => Link | undefined
  readonly clock: Clock
  /** Wall clock. */
  readonly today: () => Date
  /** Who wants to enter, where it is a member who is signed in. */
  readonly member?: UserId
}

export type Entrance =
  | { readonly outcome: 'entered'; readonly login: DeviceLogin }
  | { readonly outcome: 'refused'; readonly failure: LoginFailure; readonly final: boolean }

/** After these another attempt on the same connection cannot end better. */
const finalRefusals: ReadonlySet<LoginRefusal> = new Set([
  'account_expired',
  'no_shell',
  'other_user',
  'too_many_attempts',
  'fault',
])

const closed = (failure: LoginFailure): Entrance => ({ outcome: 'refused', failure, final: true })

export class DeviceEntrance {
  readonly #services: EntranceServices
  readonly #sessionUid: SessionUid
  readonly #endpoints: Endpoints

  constructor(services: EntranceServices, sessionUid: SessionUid, endpoints: Endpoints) {
    this.#services = services
    this.#sessionUid = sessionUid
    this.#endpoints = endpoints
  }

  /** Which device `user` means, or why it cannot be reached. Rejects when the server cannot be asked. */
  find(user: string): Promise<Target | LoginFailure> {
    const { client, findLink, clock, today, member } = this.#services
    const isLinked = (uid: DeviceUid): boolean => findLink(uid) !== undefined
    const asking = { client, isLinked, clock, today, ...(member && { member }) }
    return findTarget(asking, user, this.#endpoints.client.address)
  }

  /** Asks the device that was found before, unless it is not to be reached any more. */
  async enter(user: string, found: Target, permits: Permits, proof: Proof): Promise<Entrance> {
    const { findLink, clock, today } = this.#services
    // A prompt can stand open for minutes, in which the device may be rejected or another one take its name.
    const target = await this.find(user)
    if ('code' in target) return closed(target)
    const { address, device, login: username } = target
    if (device.uid !== found.device.uid) return closed({ code: 'unknown_device', address, suggestions: [] })
    const offline: LoginFailure = { code: 'offline', address, lastSeen: undefined, now: today() }
    const link = findLink(device.uid)
    if (!link) return closed(offline)
    const forwarding = narrowed(device.forwarding, permits)
    const whose = { username, sessionUid: this.#sessionUid, forwarding }
    const answer = await logInOnDevice(link, { kind: 'login', proof, ...whose, ...this.#endpoints }, clock)
    if (answer.outcome === 'silent') return closed(link.connected ? { code: 'device_silent', address } : offline)
    if (answer.outcome === 'accepted') return { outcome: 'entered', login: answer.login }
    const { refusal, detail } = answer
    const failure = { code: 'device_refused', refusal, login: username, detail } as const
    return { outcome: 'refused', failure, final: finalRefusals.has(refusal) }
  }
}
