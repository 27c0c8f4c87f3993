// The server that runs: what it says of itself, its SSH port, its public address, and the agents of its devices.
import { connect } from 'node:net'
import { bad, type Finding, good, reachServer, warning } from '@sshore/agent'
import type { Config } from '../config/variables.ts'
import { reachable } from '../instance/addresses.ts'
import type { Administration } from '../instance/administration.ts'
import { everyPage } from '../instance/every-page.ts'
import { encodeFilter, property } from '../reach/list-filter.ts'

const patienceSeconds = 5

/** What an SSH server says first (RFC 4253, section 4.2). */
function sshGreeting(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: patienceSeconds * 1000 })
    socket.once('timeout', () => socket.destroy(new Error(`no answer within ${patienceSeconds} s`)))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('closed without a word')))
    socket.once('data', (chunk: Buffer) => {
      socket.destroy()
      resolve(chunk.toString('latin1').split(/\r?\n/, 1)[0] ?? '')
    })
  })
}

async function sshFinding(host: string, port: number, usesProxyProtocol: boolean): Promise<Finding> {
  const where = `port ${port} of ${host}`
  if (usesProxyProtocol) return good('SSH', `${where} takes connections of trusted proxies only`)
  try {
    const greeting = await sshGreeting(host, port)
    if (greeting.startsWith('SSH-2.0-')) return good('SSH', `${where} says ${greeting}`)
    return bad(
      'SSH',
      `${where} says something else than SSH`,
      'Another program has the port: choose another one with SSHORE_SSH_PORT.',
    )
  } catch (error) {
    const says = `${where}: ${error instanceof Error ? error.message : String(error)}`
    return bad('SSH', says, 'Is SSHORE_SSH_PORT what the server was started with? Does a firewall let it through?')
  }
}

async function agentFinding(administration: Administration, version: string): Promise<Finding> {
  const namespaces = await everyPage((query) => administration.client.listAllNamespaces({ query }))
  let other = 0
  for (const { tenant_id: tenantId } of namespaces) {
    const query = { filter: encodeFilter([property('info.version', 'ne', version)]), page: 1, per_page: 1 }
    const { headers } = await administration.inNamespace(tenantId).listDevices({ query })
    other += Number(headers['X-Total-Count'])
  }
  if (other === 0) return good('agents', `all of version ${version}`)
  const advice = 'See which: sshore device list NAMESPACE. Agents of other versions work, newer ones better.'
  return warning('agents', `${other} of another version than ${version}`, advice)
}

export interface RunningWork {
  readonly config: Config
  readonly version: string
  readonly now: () => number
  /** Where the server takes connections; undefined when none runs. */
  readonly url: string | undefined
  readonly sshEndpoint: string | undefined
}

export async function runningFindings(administration: Administration, work: RunningWork): Promise<Finding[]> {
  const { config, version, now, url } = work
  if (url === undefined) {
    return [warning('server', 'none runs on this data folder now', 'Start it with "sshore server".')]
  }
  const port = Number(work.sshEndpoint?.split(':').at(-1)) || config.sshPort
  const byProxy = config.sshProxyProtocol === 'on'
  const findings = [
    good('server', `runs at ${url}`),
    await sshFinding(reachable(config.sshHost ?? config.host), port, byProxy),
    await agentFinding(administration, version),
  ]
  if (config.publicUrl === undefined) return findings
  const outside = await reachServer({ server: config.publicUrl, version, now })
  const { hostname } = new URL(config.publicUrl)
  const labelled = outside.map((finding) => ({ ...finding, about: `public ${finding.about}` }))
  return [...findings, ...labelled, { ...(await sshFinding(hostname, port, false)), about: 'public SSH' }]
}
