import { run } from './run.ts'

/** What a client that trusts the gateway at its first sight writes down: asked with ssh-keyscan. */
export async function knownHostsLine(port: number): Promise<string> {
  const scanned = await run('ssh-keyscan', ['-T', '10', '-t', 'ed25519,rsa', '-p', String(port), '127.0.0.1'])
  const lines = scanned.stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  if (lines.length === 0) throw new Error(`The gateway shows no host key: ${scanned.stderr}`)
  return `${lines.join('\n')}\n`
}
