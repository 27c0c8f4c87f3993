// The agent's side of a link over all its connections: dials, proves the device, resumes, and comes back after a loss.
import { linkClose, type LinkWelcome } from '@sshore/contract'
import { BackOff } from './back-off.ts'
import { dialSeconds } from './bounds.ts'
import { closeSocket } from './close-socket.ts'
import { proveDevice } from './handshake.ts'
import type { Clock, Link, LinkSocket } from './link.ts'
import type { LinkController } from './link-options.ts'
import { createLink } from './multiplexer.ts'

export interface AgentLinkOptions {
  readonly clock: Clock
  /** Uniform in [0, 1); jitters the waits. */
  readonly random: () => number
  readonly uid: string
  readonly agentVersion: string
  /**
   * Opens one connection, with the device's token. Returns the socket at once, still opening, or a promise that settles
   * before the first message can arrive. Rejects, or closes the socket, when there is no connection to be had.
   */
  readonly dial: () => LinkSocket | Promise<LinkSocket>
  /** Base64 of the device key's signature over a text. */
  readonly sign: (text: string) => Promise<string>
  /** A new link stands, with no streams yet: the first one, or one in place of a link that is over. Set `onStream`. */
  readonly onLink: (link: Link) => void
  /** The device was removed from the server: nothing more is tried. Register again and make a new agent link. */
  readonly onRevoked: (reason: string) => void
  /** There is no connection, for this reason; the next attempt comes after so long. For the log. */
  readonly onWaiting?: (milliseconds: number, reason: string, code: number) => void
  readonly resumptionSeconds?: number
  readonly allocate?: (bytes: number) => Uint8Array
  readonly report?: (fault: unknown) => void
}

export interface AgentLink extends Disposable {
  /** The present link, connected or waiting to be resumed. */
  readonly link: Link | undefined
  /** Tries at once instead of waiting on, for example when the network came back. */
  retryNow(): void
  /** Ends the link and stops dialling. */
  [Symbol.dispose](): void
}

/** Stands for a connection that could not be made at all; never sent. */
const notConnected = 1006

export const createAgentLink = (options: AgentLinkOptions): AgentLink => new DialledLink(options)

class DialledLink implements AgentLink {
  readonly #options: AgentLinkOptions
  readonly #backOff: BackOff
  #controller: LinkController | undefined
  /** Breaks off whatever is under way: a handshake, or the wait for the next attempt. */
  #cancel: () => void = () => undefined
  #waiting = false
  #stopped = false
  /** Tells this process from another one that has the same key. */
  readonly #instance: string

  constructor(options: AgentLinkOptions) {
    this.#options = options
    this.#backOff = new BackOff(options.clock, options.random)
    this.#instance = `${options.random()}${options.random()}`.replaceAll(/\D/gu, '').slice(0, 40)
    this.#dial()
  }

  get link(): Link | undefined {
    return this.#controller?.link
  }

  retryNow(): void {
    if (!this.#waiting || this.#stopped) return
    this.#cancel()
    this.#dial()
  }

  [Symbol.dispose](): void {
    this.#stop()
    this.#controller?.link.close(linkClose.ended, 'the agent stops')
  }

  #stop(): void {
    this.#stopped = true
    this.#cancel()
  }

  #dial(): void {
    this.#waiting = false
    let abandoned = false
    const abandon = (): void => {
      abandoned = true
      cancelDeadline()
    }
    const failed = (reason: string): void => {
      if (abandoned) return
      abandon()
      this.#disconnected(notConnected, reason)
    }
    const cancelDeadline = this.#options.clock.after(dialSeconds * 1000, () => failed('no answer in time'))
    this.#cancel = abandon
    Promise.resolve()
      .then(() => this.#options.dial())
      .then(
        (socket) => {
          if (abandoned) return closeSocket(socket, linkClose.ended, 'no longer wanted')
          abandon()
          return this.#prove(socket)
        },
        (fault: unknown) => failed(fault instanceof Error ? fault.message : String(fault)),
      )
  }

  #prove(socket: LinkSocket): void {
    const { clock, uid, agentVersion, sign } = this.#options
    const controller = this.#controller
    const resume = controller === undefined ? undefined : { linkId: controller.link.id, received: controller.received }
    this.#cancel = proveDevice({
      socket,
      clock,
      uid,
      agentVersion,
      instance: this.#instance,
      sign,
      resume,
      onWelcome: (welcome) => this.#welcomed(socket, welcome),
      onFailed: (code, reason) => this.#disconnected(code, reason),
    })
  }

  #welcomed(socket: LinkSocket, welcome: LinkWelcome): void {
    this.#cancel = () => undefined
    this.#backOff.connected()
    const present = this.#controller
    if (welcome.resumed && present?.link.id === welcome.linkId && present.canResumeFrom(welcome.received)) {
      present.attach(socket, welcome.received)
      return
    }
    if (welcome.resumed) {
      // The link ran out while the handshake was under way, or the server counts differently: begin anew.
      closeSocket(socket, linkClose.ended, 'cannot resume')
      present?.link.close(linkClose.ended, 'the link could not be resumed')
      this.#disconnected(notConnected, 'the link could not be resumed')
      return
    }
    this.#controller = undefined
    present?.link.close(linkClose.ended, 'the server does not know the link any more')
    this.#begin(socket, welcome)
  }

  #begin(socket: LinkSocket, welcome: LinkWelcome): void {
    const { clock, resumptionSeconds, allocate, report, onLink } = this.#options
    const controller = createLink({
      id: welcome.linkId,
      role: 'agent',
      clock,
      heartbeatSeconds: welcome.heartbeatSeconds,
      ...(resumptionSeconds === undefined ? {} : { resumptionSeconds }),
      ...(allocate === undefined ? {} : { allocate }),
      ...(report === undefined ? {} : { report }),
    })
    this.#controller = controller
    controller.onDetached = (code, reason) => this.#disconnected(code, reason)
    controller.onOver = (code, reason, wasConnected) => {
      if (this.#controller !== controller) return
      this.#controller = undefined
      // Given up while detached: the next attempt is under way already, and asks for a new link.
      if (wasConnected) this.#disconnected(code, reason)
    }
    onLink(controller.link)
    controller.attach(socket, 0)
  }

  #disconnected(code: number, reason: string): void {
    if (this.#stopped) return
    if (code === linkClose.revoked) {
      this.#stop()
      this.#controller?.link.close(linkClose.ended, reason)
      this.#options.onRevoked(reason)
      return
    }
    if (code === linkClose.goingAway) this.#backOff.expectRestart()
    const reluctant = code === linkClose.refused || code === linkClose.replaced
    const twin = code === linkClose.twin
    const wait = twin ? this.#backOff.afterTwin() : this.#backOff.next(reluctant, this.#controller?.busy ?? false)
    this.#waiting = true
    this.#cancel = this.#options.clock.after(wait, () => this.#dial())
    this.#options.onWaiting?.(wait, reason, code)
  }
}
