// A process of SSH clients that log in, run `true`, leave and begin again: started by p2-logins.ts. So many `ssh` would
// take most of the processor from the servers that are measured.
import { readFileSync } from 'node:fs'
import ssh2 from 'ssh2'

export interface LoginOrder {
  readonly port: number
  readonly username: string
  readonly keyPath: string
  readonly atOnce: number
  readonly seconds: number
}

export interface LoginReport {
  /** One for each login that went well. */
  readonly milliseconds: readonly number[]
  readonly errors: readonly string[]
  readonly seconds: number
  /** What this process spent itself. */
  readonly cpuSeconds: number
}

function logIn({ port, username }: LoginOrder, privateKey: Buffer): Promise<void> {
  const client = new ssh2.Client()
  return new Promise((resolve, reject) => {
    let exitCode: number | undefined
    client.on('error', reject)
    client.on('close', () => (exitCode === 0 ? resolve() : reject(new Error(`exit ${exitCode}`))))
    client.on('ready', () => {
      client.exec('true', (error, channel) => {
        if (error) return reject(error)
        channel.on('exit', (code: number) => (exitCode = code))
        channel.on('close', () => client.end())
        channel.resume()
      })
    })
    client.connect({
      host: '127.0.0.1',
      port,
      username,
      privateKey,
      // The cheapest that both servers take, here as there.
      algorithms: { kex: ['curve25519-sha256'], serverHostKey: ['ssh-ed25519'], cipher: ['aes128-gcm@openssh.com'] },
    })
  })
}

async function logInAgainAndAgain(order: LoginOrder): Promise<LoginReport> {
  const privateKey = readFileSync(order.keyPath)
  const startedAt = performance.now()
  const milliseconds: number[] = []
  const errors: string[] = []
  const lane = async (): Promise<void> => {
    while (performance.now() - startedAt < order.seconds * 1000) {
      const from = performance.now()
      try {
        await logIn(order, privateKey)
        milliseconds.push(performance.now() - from)
      } catch (error) {
        errors.push(String(error))
      }
    }
  }
  const spentBefore = process.cpuUsage()
  await Promise.all(Array.from({ length: order.atOnce }, lane))
  const { user, system } = process.cpuUsage(spentBefore)
  const seconds = (performance.now() - startedAt) / 1000
  return { milliseconds, errors, seconds, cpuSeconds: (user + system) / 1e6 }
}

process.once('message', (order: LoginOrder) => {
  void logInAgainAndAgain(order).then((report) => process.send?.(report))
})
// The end of who started it is its own end.
process.once('disconnect', () => process.exit())
