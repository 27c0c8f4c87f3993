// Why somebody cannot reach a device, as far as the server knows.
import { bad, type Finding, good, warning } from '@sshore/agent'
import type { Client } from '@sshore/client'
import type { Device } from '@sshore/contract'
import { shortTime } from '../terminal/times.ts'

const statusFinding = ({ status, status_updated_at: since, namespace, name }: Device): Finding => {
  const at = shortTime(since)
  if (status === 'accepted') return good('status', `accepted since ${at}`)
  if (status === 'pending') {
    return bad('status', 'nobody has accepted it yet', `Accept it: sshore device accept ${namespace} ${name}`)
  }
  if (status === 'rejected') {
    const advice = `If that was a mistake: sshore device accept ${namespace} ${name}`
    return bad('status', `rejected since ${at}`, advice)
  }
  return bad('status', `${status} since ${at}`, 'Its place was given up: remove it, or accept it again.')
}

const linkFinding = ({ online, last_seen: seen, remote_addr: address }: Device): Finding => {
  const from = address === '' ? '' : `, from ${address}`
  if (online) return good('link', `up${from}`)
  const advice = 'On the device: is the agent running? "sshore agent doctor --server URL" says what is in its way.'
  return bad('link', `down; last seen ${shortTime(seen)}${from}`, advice)
}

const agentFinding = ({ info }: Device, version: string): Finding =>
  info.version === version
    ? good('agent', `version ${version}`)
    : warning('agent', `version ${info.version}, the server has ${version}`, 'Update it when you can.')

async function keysFinding(client: Client): Promise<Finding> {
  const { headers } = await client.listPublicKeys({ query: { page: 1, per_page: 1 } })
  const count = Number(headers['X-Total-Count'])
  if (count > 0) return good('keys', `${count} public keys are registered in the namespace`)
  const advice = 'Register one with "sshore key add", or log in with the password of a user of the device.'
  return warning('keys', 'no public key is registered in the namespace', advice)
}

/** What the way in looks like: `ssh -p PORT LOGIN@namespace.device@server`. */
const addressFinding = ({ namespace, name }: Device): Finding => good('address', `${namespace}.${name}`)

export async function deviceFindings(client: Client, device: Device, version: string): Promise<Finding[]> {
  return [
    addressFinding(device),
    statusFinding(device),
    linkFinding(device),
    agentFinding(device, version),
    await keysFinding(client),
  ]
}
