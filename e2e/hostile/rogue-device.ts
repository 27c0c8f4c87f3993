// A device that a member has accepted, whose agent speaks the link's protocol as far as it serves its purpose.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { type DeviceUid, linkPath, linkProofText, linkSubprotocol } from '@sshore/contract'
import { randomMac } from '@sshore/testkit'
import { WebSocket } from 'ws'
import type { Site } from '../server/server-process.ts'
import { envelope, kinds, openedStreams, text, types } from './frames.ts'

export interface RogueIdentity {
  readonly uid: DeviceUid
  readonly name: string
  readonly token: string
  readonly key: KeyObject
}

const info = { id: 'debian', pretty_name: 'Debian', version: '0.0.0', arch: 'amd64', platform: 'native' }

/** Registers a device; `accepted` as a member would do it who was deceived. */
export async function registerRogue(site: Site, name: string, accepted = true): Promise<RogueIdentity> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const { body } = await site.client.registerDevice({
    body: { info, hostname: name, identity: { mac: randomMac() }, public_key: pem, tenant_id: site.tenantId },
  })
  if (accepted) await site.client.setDeviceStatus({ params: { uid: body.uid, status: 'accept' } })
  return { uid: body.uid, name, token: body.token, key: privateKey }
}

export interface RogueLink extends AsyncDisposable {
  readonly webSocket: WebSocket
  readonly open: boolean
  /** Streams that users have opened so far, the newest last. */
  readonly streams: readonly number[]
  send(message: Uint8Array): void
}

/** A connection whose challenge nobody has answered. */
export async function dialUnproved(site: Pick<Site, 'url'>, { token }: { readonly token: string }): Promise<WebSocket> {
  const webSocket = new WebSocket(`${site.url.replace('http', 'ws')}${linkPath}`, linkSubprotocol, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  })
  webSocket.on('error', () => undefined)
  // The challenge may come together with the opening, before anybody listens.
  webSocket.once('open', () => webSocket.pause())
  await once(webSocket, 'open')
  setImmediate(() => webSocket.resume())
  return webSocket
}

/**
 * Proves the device and answers users as an agent would, so that they come as far as a running program: from there on
 * its streams are there to be abused.
 */
export async function dialRogue(site: Pick<Site, 'url'>, identity: RogueIdentity): Promise<RogueLink> {
  const webSocket = await dialUnproved(site, identity)
  const streams: number[] = []
  let welcomed: () => void = () => undefined
  const welcome = new Promise<void>((resolve, reject) => {
    welcomed = resolve
    webSocket.once('close', (code, reason) => reject(new Error(`closed: ${code} ${reason.toString()}`)))
  })
  let stage: 'challenge' | 'welcome' | 'linked' = 'challenge'
  const send = (message: Uint8Array): void => {
    if (webSocket.readyState === WebSocket.OPEN) webSocket.send(message)
  }
  webSocket.on('message', (message: Buffer) => {
    if (stage === 'challenge') {
      const { nonce } = JSON.parse(message.toString()) as { nonce: string }
      const proof = linkProofText(nonce, identity.uid, '')
      send(text({ signature: sign(null, Buffer.from(proof), identity.key).toString('base64'), agentVersion: 'rogue' }))
      stage = 'welcome'
    } else if (stage === 'welcome') {
      stage = 'linked'
      welcomed()
    } else {
      for (const { id, header } of openedStreams(message)) {
        streams.push(id)
        const answer = header.includes('"kind":"login"')
          ? { type: 'login-accepted', home: '/', shell: '/bin/sh' }
          : { type: 'opened' }
        send(envelope(kinds.frames, 0, { type: types.message, stream: id, payload: text(answer) }))
      }
    }
  })
  await welcome
  return {
    webSocket,
    get open() {
      return webSocket.readyState === WebSocket.OPEN
    },
    streams,
    send,
    async [Symbol.asyncDispose]() {
      if (webSocket.readyState === WebSocket.CLOSED) return
      const closed = once(webSocket, 'close')
      webSocket.terminate()
      await closed
    },
  }
}
