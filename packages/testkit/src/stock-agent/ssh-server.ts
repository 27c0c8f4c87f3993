// The SSH server inside an agent: its host key is the device's key; it checks passwords by itself and has the server
// vouch for keys.
import { createHash, verify } from 'node:crypto'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { ssh2 } from '@sshore/gateway'
import type { AuthContext, Connection, PublicKeyAuthContext, Server, Session } from 'ssh2'
import { type Account, findAccount, passwordIsRight } from './accounts.ts'
import { runProgram, type Terminal } from './programs.ts'
import type { StockAgentQuirks } from './quirks.ts'

declare module 'ssh2' {
  interface Server {
    /** Any byte stream will do, whatever the typings say. */
    injectSocket(stream: Duplex): void
  }
}

export interface SshServerParts {
  /** PEM. */
  readonly hostKey: string
  readonly quirks: StockAgentQuirks
  /** Asks the server to sign `data` with the key of this fingerprint; base64, or undefined when it does not. */
  readonly sign: (fingerprint: string, data: string) => Promise<string | undefined>
  readonly deviceName: () => string
}

const fingerprintOf = (blob: Buffer): string =>
  (createHash('md5').update(blob).digest('hex').match(/../g) ?? []).join(':')

/** Whether the server can sign with the key it shows; then it is believed about the user. */
async function serverVouches(context: PublicKeyAuthContext, parts: SshServerParts): Promise<boolean> {
  const key = ssh2.utils.parseKey(context.key.data)
  if (key instanceof Error || key.type !== 'ssh-rsa') return false
  const data = JSON.stringify({ Username: context.username, Namespace: parts.deviceName() })
  const signature = await parts.sign(fingerprintOf(context.key.data), data)
  if (signature === undefined) return false
  return verify('sha256', Buffer.from(data), key.getPublicPEM(), Buffer.from(signature, 'base64'))
}

function provesPossession(context: PublicKeyAuthContext): boolean {
  const key = ssh2.utils.parseKey(context.key.data)
  if (key instanceof Error || !context.signature || !context.blob) return false
  return key.verify(context.blob, context.signature, context.hashAlgo)
}

async function isAllowed(context: AuthContext, parts: SshServerParts): Promise<boolean> {
  if (context.method === 'password') return passwordIsRight(context.username, context.password)
  if (context.method !== 'publickey') return false
  return context.signature ? provesPossession(context) : serverVouches(context, parts)
}

function serveSession(session: Session, account: Account, quirks: StockAgentQuirks): void {
  const environment: Record<string, string> = {}
  let terminal: Terminal | undefined
  let resize: (columns: number, rows: number) => void = () => undefined
  session.on('pty', (accept, _reject, info) => {
    terminal = { ...info, term: 'term' in info && typeof info.term === 'string' ? info.term : 'xterm' }
    accept?.()
  })
  session.on('env', (accept, _reject, { key, val }) => {
    environment[key] = val
    accept?.()
  })
  session.on('window-change', (accept, _reject, { cols, rows }) => {
    resize(cols, rows)
    accept?.()
  })
  session.on('signal', (accept) => accept?.())
  session.on('shell', (accept) => {
    resize = runProgram(accept(), { account, environment, terminal, command: undefined }, quirks)
  })
  session.on('exec', (accept, _reject, { command }) => {
    resize = runProgram(accept(), { account, environment, terminal, command }, quirks)
  })
  session.on('subsystem', (accept, reject, { name }) => {
    if (name !== 'sftp' || quirks.connector) reject?.()
    else {
      const command = 'exec /usr/lib/openssh/sftp-server'
      runProgram(accept(), { account, environment, terminal: undefined, command }, quirks)
    }
  })
}

function serveConnection(connection: Connection, parts: SshServerParts): void {
  let account: Account | undefined
  connection.on('error', () => undefined)
  connection.on('authentication', (context) => {
    void isAllowed(context, parts).then((allowed) => {
      account = findAccount(context.username)
      if (allowed && account) context.accept()
      else context.reject(['password', 'publickey'])
    })
  })
  connection.on('session', (accept, reject) => {
    if (account) serveSession(accept(), account, parts.quirks)
    else reject()
  })
  connection.on('tcpip', (accept, reject, { destIP, destPort }) => {
    if (parts.quirks.connector) {
      reject()
      return
    }
    const socket = connect(destPort, destIP)
    socket.once('error', () => reject())
    socket.once('connect', () => {
      const channel = accept()
      channel.on('error', () => undefined)
      channel.pipe(socket).pipe(channel)
      socket.once('close', () => channel.close())
      channel.once('close', () => socket.destroy())
    })
  })
}

/** Speaks SSH on each stream that is given to the function it returns. */
export function createSshServer(parts: SshServerParts): (stream: Duplex) => void {
  const { quirks, hostKey } = parts
  const server: Server = new ssh2.Server(
    {
      hostKeys: [quirks.otherHostKey ?? hostKey],
      ident: 'Go',
      keepaliveInterval: quirks.keepaliveSeconds * 1000,
      keepaliveCountMax: 3,
    },
    (connection) => serveConnection(connection, parts),
  )
  return (stream) => server.injectSocket(stream)
}
