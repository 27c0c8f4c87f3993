// The gateway's side: which device is here, over which link. A link whose connection is lost stays for a while and is
// resumed by the device that proves its key; a device that starts anew takes the place of its old link.
import { type DeviceUid, limits, linkClose, type LinkProof, type LinkWelcome } from '@sshore/contract'
import { provingConnections } from './bounds.ts'
import { challengeDevice } from './handshake.ts'
import { IdentityWatch } from './identity-watch.ts'
import type { Clock, Link, LinkSocket } from './link.ts'
import type { LinkController } from './link-options.ts'
import { createLink } from './multiplexer.ts'
import type { UnreadMemory } from './unread-memory.ts'

export interface LinkRegistryOptions {
  readonly clock: Clock
  /** Base64 of 32 fresh random bytes, for each connection. */
  readonly nonce: () => string
  /** Unguessable, new each time. */
  readonly linkId: () => string
  /** A new link of a device; set its callbacks now. It is connected right after. */
  readonly onLink: (uid: DeviceUid, link: Link, proof: LinkProof) => void
  /** Two machines use one identity at the same time; the one that came last was refused. For the log. */
  readonly onTwin?: (uid: DeviceUid) => void
  /** A connection did not get as far as a link. For the log. */
  readonly onFailed?: (uid: DeviceUid, code: number, reason: string) => void
  readonly heartbeatSeconds?: number
  readonly resumptionSeconds?: number
  readonly allocate?: (bytes: number) => Uint8Array
  readonly report?: (fault: unknown) => void
}

export interface KnownDevice {
  readonly uid: DeviceUid
  /** Whether the signature (base64) over the text was made with the device's registered key. */
  readonly verify: (text: string, signature: string) => boolean | Promise<boolean>
  /** Memory that the links of its namespace share. */
  readonly unread?: UnreadMemory
}

export interface LinkRegistry {
  /** Connections that are in their handshake. */
  readonly proving: number
  /** Links there are, connected or waiting to be resumed. */
  readonly size: number
  /** Leads one new connection of a device to its link; the device's token was checked before. */
  accept(socket: LinkSocket, device: KnownDevice): void
  /** The device's link, connected or waiting to be resumed. */
  find(uid: DeviceUid): Link | undefined
  /** Ends the device's link, and any connection of it that is still proving itself. */
  close(uid: DeviceUid, code: number, reason: string): void
  /** Tells all agents to come back later, and takes no more of them. Their links stay for resumption. */
  goAway(reason: string): void
}

export const createLinkRegistry = (options: LinkRegistryOptions): LinkRegistry => new Registry(options)

interface Arrival {
  readonly refuse: (code: number, reason: string) => void
}

const twinReason = 'another machine is connected with the identity of this device'

class Registry implements LinkRegistry {
  readonly #options: LinkRegistryOptions
  readonly #links = new Map<DeviceUid, LinkController>()
  /** In the order of their coming. */
  readonly #arrivals = new Map<DeviceUid, Set<Arrival>>()
  readonly #identities: IdentityWatch
  #proving = 0
  #leaving: string | undefined

  constructor(options: LinkRegistryOptions) {
    this.#options = options
    this.#identities = new IdentityWatch(options.clock)
  }

  get size(): number {
    return this.#links.size
  }

  get proving(): number {
    return this.#proving
  }

  accept(socket: LinkSocket, device: KnownDevice): void {
    const { clock, nonce, onFailed } = this.#options
    const { uid, verify } = device
    this.#makePlace(uid)
    let failed = false
    const refuse = challengeDevice({
      socket,
      clock,
      uid,
      nonce: nonce(),
      verify,
      onProof: (proof, welcome) => {
        this.#settled(uid, arrival)
        this.#proved(socket, device, proof, welcome, refuse)
      },
      onFailed: (code, reason) => {
        failed = true
        this.#settled(uid, arrival)
        onFailed?.(uid, code, reason)
      },
    })
    const arrival: Arrival = { refuse }
    if (this.#leaving !== undefined) refuse(linkClose.goingAway, this.#leaving)
    else if (!failed) this.#enter(uid, arrival)
  }

  /** A device that connects anew has given up on its older connections, or somebody else has its token. */
  #makePlace(uid: DeviceUid): void {
    for (const arrival of this.#arrivals.get(uid) ?? []) {
      if ((this.#arrivals.get(uid)?.size ?? 0) < provingConnections) return
      arrival.refuse(1000, 'the device connected anew')
    }
  }

  #enter(uid: DeviceUid, arrival: Arrival): void {
    const arrivals = this.#arrivals.get(uid) ?? new Set()
    this.#arrivals.set(uid, arrivals.add(arrival))
    this.#proving += 1
  }

  #settled(uid: DeviceUid, arrival: Arrival): void {
    const arrivals = this.#arrivals.get(uid)
    if (arrivals?.delete(arrival) !== true) return
    this.#proving -= 1
    if (arrivals.size === 0) this.#arrivals.delete(uid)
  }

  find(uid: DeviceUid): Link | undefined {
    return this.#links.get(uid)?.link
  }

  close(uid: DeviceUid, code: number, reason: string): void {
    this.#links.get(uid)?.link.close(code, reason)
    for (const arrival of this.#arrivals.get(uid) ?? []) arrival.refuse(code, reason)
  }

  goAway(reason: string): void {
    this.#leaving = reason
    for (const arrivals of this.#arrivals.values()) {
      for (const arrival of arrivals) arrival.refuse(linkClose.goingAway, reason)
    }
    for (const controller of this.#links.values()) controller.detach(linkClose.goingAway, reason)
  }

  #proved(
    socket: LinkSocket,
    device: KnownDevice,
    proof: LinkProof,
    welcome: (answer: LinkWelcome) => void,
    refuse: (code: number, reason: string) => void,
  ): void {
    const { uid } = device
    const heartbeatSeconds = this.#options.heartbeatSeconds ?? limits.heartbeatSeconds
    const present = this.#links.get(uid)
    const { resume } = proof
    if (present !== undefined && resume?.linkId === present.link.id) {
      // The old connection may look alive here; what it still brings must not be counted any more.
      present.detach(1000, 'the device connected anew')
      if (present.canResumeFrom(resume.received)) {
        welcome({ linkId: present.link.id, resumed: true, received: present.received, heartbeatSeconds })
        present.attach(socket, resume.received)
        return
      }
    }
    if (present?.link.connected === true && this.#identities.isTwin(uid, proof.instance)) {
      this.#options.onTwin?.(uid)
      return refuse(linkClose.twin, twinReason)
    }
    this.#identities.linked(uid, proof.instance)
    present?.link.close(linkClose.replaced, 'the device started a new link')
    const controller = this.#begin(device, proof)
    welcome({ linkId: controller.link.id, resumed: false, received: 0, heartbeatSeconds })
    controller.attach(socket, 0)
    return undefined
  }

  #begin({ uid, unread }: KnownDevice, proof: LinkProof): LinkController {
    const { clock, linkId, onLink, heartbeatSeconds, resumptionSeconds, allocate, report } = this.#options
    const controller = createLink({
      id: linkId(),
      role: 'gateway',
      clock,
      ...(heartbeatSeconds === undefined ? {} : { heartbeatSeconds }),
      ...(resumptionSeconds === undefined ? {} : { resumptionSeconds }),
      ...(unread === undefined ? {} : { unread }),
      ...(allocate === undefined ? {} : { allocate }),
      ...(report === undefined ? {} : { report }),
    })
    controller.onOver = () => {
      if (this.#links.get(uid) === controller) this.#links.delete(uid)
    }
    this.#links.set(uid, controller)
    onLink(uid, controller.link, proof)
    return controller
  }
}
