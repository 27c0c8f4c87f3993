// A process of many agents that only keep their links: started by p4-many-agents.ts.
import { createPrivateKey, sign } from 'node:crypto'
import { linkPath, linkSubprotocol } from '@sshore/contract'
import { type AgentLink, createAgentLink, type LinkSocket } from '@sshore/link'
import { WebSocket } from 'ws'
import { allocate, fromWs, systemClock } from '../link/sockets.ts'

export interface AgentIdentity {
  readonly uid: string
  readonly token: string
  /** PEM, PKCS#8. */
  readonly key: string
}

export interface AgentsReport {
  readonly connected: number
}

const reportMilliseconds = 100

function dial(url: string, token: string): Promise<LinkSocket> {
  const headers = { authorization: `Bearer ${token}` }
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${linkPath}`, linkSubprotocol, {
    headers,
    perMessageDeflate: false,
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => {
      const bridged = fromWs(socket)
      // What came in the packet of the handshake would be delivered before anybody could listen.
      socket.pause()
      resolve(bridged)
      setImmediate(() => socket.resume())
    })
  })
}

function startAgent(url: string, identity: AgentIdentity): AgentLink {
  const key = createPrivateKey(identity.key)
  return createAgentLink({
    clock: systemClock,
    random: Math.random,
    uid: identity.uid,
    agentVersion: 'bench',
    sign: (text) => Promise.resolve(sign(null, Buffer.from(text), key).toString('base64')),
    dial: () => dial(url, identity.token),
    onLink: () => undefined,
    onRevoked: (reason) => console.error(`${identity.uid} was revoked: ${reason}`),
    allocate,
  })
}

process.once('message', ({ url, identities }: { url: string; identities: readonly AgentIdentity[] }) => {
  const agents = identities.map((identity) => startAgent(url, identity))
  const connected = (): number => agents.filter(({ link }) => link?.connected === true).length
  setInterval(() => process.send?.({ connected: connected() } satisfies AgentsReport), reportMilliseconds)
})
// The end of who started it is its own end.
process.once('disconnect', () => process.exit())
