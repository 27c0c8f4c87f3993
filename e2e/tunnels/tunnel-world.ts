// One device with tunnels to services of this machine, and visitors that reach them by name.
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { features, type Tunnel } from '@sshore/contract'
import { run } from '@sshore/testkit'
import { type OneDevice, oneDevice } from '../one-device.ts'

export const domain = 'tunnels.test'

export const withTunnels = (config: object = {}): OneDevice =>
  oneDevice({ config: { edition: features.tunnels[0], tunnelsDomain: domain, ...config } })

export interface Service extends AsyncDisposable {
  readonly port: number
  readonly server: Server
}

export async function serve(listener: RequestListener): Promise<Service> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export async function openTunnel(one: OneDevice, port: number, more: object = {}): Promise<Tunnel> {
  const body = { host: '127.0.0.1', port, ttl: -1, ...more }
  const { client } = one.namespace.owner
  return (await client.createTunnel({ params: { uid: one.device.uid }, body })).body
}

/** The real curl, which believes that the tunnel's name leads here. */
export const curlAt = (port: number, { full_address: name }: Tunnel, path: string, words: string[] = []) =>
  run('curl', [
    ...['-sS', '--max-time', '30', '--resolve', `${name}:${port}:127.0.0.1`],
    ...words,
    `http://${name}:${port}${path}`,
  ])

export const curl = (one: OneDevice, tunnel: Tunnel, path: string, words: string[] = []) =>
  curlAt(one.stack.httpPort, tunnel, path, words)

/** Sends bytes as they are, and returns all that comes until the other side hangs up, or `until` is in it. */
export function say(port: number, text: string | Buffer, until?: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect({ host: '127.0.0.1', port })
  let heard = ''
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1')
    if (until?.test(heard)) socket.destroy()
  })
  socket.once('error', reject)
  socket.once('close', () => resolve(heard))
  socket.setTimeout(20_000, () => socket.destroy(new Error(`Nothing more came after: ${heard}`)))
  socket.write(text)
  return promise
}
