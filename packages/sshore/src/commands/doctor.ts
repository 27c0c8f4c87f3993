import { type Finding, findingsText, isHealthy } from '@sshore/agent'
import type { Command } from 'commander'
import { deviceCalls } from '../devices/device-calls.ts'
import { getNamedDevice } from '../devices/device-selection.ts'
import { dataFindings } from '../doctor/data-check.ts'
import { deviceFindings } from '../doctor/device-check.ts'
import { runningFindings } from '../doctor/running-check.ts'
import { settingsFindings } from '../doctor/settings-check.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { openAdministration } from '../instance/administration.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import type { Surroundings } from '../surroundings.ts'
import { examples, type Invocation, invocationOf, leaf, withSettings } from './command.ts'

const now = (): number => Date.now()

/** What has to be in order before anything can be opened. */
const foundations: ReadonlySet<string> = new Set(['data', 'database'])

/** Told in full; with anything bad the command ends with code 1. */
function tell({ output }: Invocation, findings: readonly Finding[]): void {
  const healthy = isHealthy(findings)
  output.result({ healthy, findings }, () => findingsText(findings))
  if (healthy) return
  const bad = findings.filter(({ outcome }) => outcome === 'bad').length
  throw new CommandFailure(exitCodes.failed, 'unhealthy', `${bad} of ${findings.length} findings are bad.`, {
    told: true,
  })
}

async function aboutServer(invocation: Invocation): Promise<Finding[]> {
  const { config, surroundings } = invocation
  const { environment, version } = surroundings
  const findings = [...settingsFindings(config, environment), ...(await dataFindings(config, new Date(now())))]
  if (findings.some(({ about, outcome }) => foundations.has(about) && outcome === 'bad')) return findings
  await using administration = await openAdministration(config, surroundings)
  const info = administration.running ? (await administration.client.getInfo()).body : undefined
  const url = info && `http://${info.endpoints.api}`
  const sshEndpoint = info?.endpoints.ssh
  return [...findings, ...(await runningFindings(administration, { config, version, now, url, sshEndpoint }))]
}

async function aboutDevice(invocation: Invocation, command: Command, address: string): Promise<Finding[]> {
  const [namespace = '', name = '', ...more] = address.split('.')
  if (namespace === '' || name === '' || more.length > 0) {
    const message = `${JSON.stringify(address)} is no device: give it as NAMESPACE.DEVICE, as in its SSH address.`
    throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
  }
  await using place = await openPlace(invocation, command, namespace)
  const device = await getNamedDevice(deviceCalls(place.client, 'device'), 'device', name)
  return await deviceFindings(place.client, device, invocation.surroundings.version)
}

/** `sshore doctor`: looks for what is wrong with the server, or with one device, and says what to do. */
export function addDoctorCommand(program: Command, surroundings: Surroundings): void {
  const command = withReach(
    leaf(program, 'doctor [device]', 'Look for what is wrong with the server, or with one device'),
  )
  withSettings(command, ['databaseUrl', 'host', 'httpPort', 'sshHost', 'sshPort', 'publicUrl', 'trustedProxies'])
    .addHelpText('after', examples('sshore doctor', 'sshore doctor --json', 'sshore doctor workshop.pi-1'))
    .addHelpText('after', 'Run it with the settings of the server. On a device: sshore agent doctor --server URL\n')
    .action(async (device: string | undefined) => {
      const invocation = invocationOf(surroundings, command)
      if (device === undefined && command.opts<{ server?: string }>().server !== undefined) {
        const message =
          'From afar doctor looks at one device: sshore doctor NAMESPACE.DEVICE --server URL. At a server it looks from beside it, without --server.'
        throw new CommandFailure(exitCodes.usage, 'wrong_usage', message)
      }
      tell(
        invocation,
        device === undefined ? await aboutServer(invocation) : await aboutDevice(invocation, command, device),
      )
    })
}
