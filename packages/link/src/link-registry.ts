// The gateway's side: which device is here, over which link. A link whose connection is lost stays for a while and is
// resumed by the device that proves its key; a device that starts anew takes the place of its old link.
import { type DeviceUid, limits, linkClose, type LinkProof, type LinkWelcome } from '@sshore/contract'
import { challengeDevice } from './handshake.ts'
import type { Clock, Link, LinkSocket } from './link.ts'
import type { LinkController } from './link-options.ts'
import { createLink } from './multiplexer.ts'

export interface LinkRegistryOptions {
  readonly clock: Clock
  /** Base64 of 32 fresh random bytes, for each connection. */
  readonly nonce: () => string
  /** Unguessable, new each time. */
  readonly linkId: () => string
  /** A new link of a device; set its callbacks now. It is connected right after. */
  readonly onLink: (uid: DeviceUid, link: Link, proof: LinkProof) => void
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
}

export interface LinkRegistry {
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
  readonly uid: DeviceUid
  readonly refuse: (code: number, reason: string) => void
}

class Registry implements LinkRegistry {
  readonly #options: LinkRegistryOptions
  readonly #links = new Map<DeviceUid, LinkController>()
  readonly #arrivals = new Set<Arrival>()
  #leaving: string | undefined

  constructor(options: LinkRegistryOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#links.size
  }

  accept(socket: LinkSocket, device: KnownDevice): void {
    const { clock, nonce, onFailed } = this.#options
    const { uid, verify } = device
    let failed = false
    const refuse = challengeDevice({
      socket,
      clock,
      uid,
      nonce: nonce(),
      verify,
      onProof: (proof, welcome) => {
        this.#arrivals.delete(arrival)
        this.#proved(socket, uid, proof, welcome)
      },
      onFailed: (code, reason) => {
        failed = true
        this.#arrivals.delete(arrival)
        onFailed?.(uid, code, reason)
      },
    })
    const arrival: Arrival = { uid, refuse }
    if (this.#leaving !== undefined) refuse(linkClose.goingAway, this.#leaving)
    else if (!failed) this.#arrivals.add(arrival)
  }

  find(uid: DeviceUid): Link | undefined {
    return this.#links.get(uid)?.link
  }

  close(uid: DeviceUid, code: number, reason: string): void {
    this.#links.get(uid)?.link.close(code, reason)
    for (const arrival of this.#arrivals) if (arrival.uid === uid) arrival.refuse(code, reason)
  }

  goAway(reason: string): void {
    this.#leaving = reason
    for (const arrival of this.#arrivals) arrival.refuse(linkClose.goingAway, reason)
    for (const controller of this.#links.values()) controller.detach(linkClose.goingAway, reason)
  }

  #proved(socket: LinkSocket, uid: DeviceUid, proof: LinkProof, welcome: (answer: LinkWelcome) => void): void {
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
    present?.link.close(linkClose.replaced, 'the device started a new link')
    const controller = this.#begin(uid, proof)
    welcome({ linkId: controller.link.id, resumed: false, received: 0, heartbeatSeconds })
    controller.attach(socket, 0)
  }

  #begin(uid: DeviceUid, proof: LinkProof): LinkController {
    const { clock, linkId, onLink, heartbeatSeconds, resumptionSeconds, allocate, report } = this.#options
    const controller = createLink({
      id: linkId(),
      role: 'gateway',
      clock,
      ...(heartbeatSeconds === undefined ? {} : { heartbeatSeconds }),
      ...(resumptionSeconds === undefined ? {} : { resumptionSeconds }),
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
