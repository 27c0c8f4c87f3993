// `sshore-agent`: reads the command line and the environment, and runs the agent until it is told to stop.
import { homedir } from 'node:os'
import { runAgent } from './agent.ts'
import { examineDevice } from './doctor/device-state.ts'
import { findingsText, isHealthy } from './doctor/finding.ts'
import { reachServer } from './doctor/reach-server.ts'
import {
  type AgentFlags,
  describeAgentFlags,
  namesScheme,
  parseAgentFlags,
  parseIdentity,
  parseServerAddress,
  UsageError,
} from './flags.ts'
import { defaultStateFolder } from './identity/state-folder.ts'
import { createLog, reasonOf } from './log.ts'
import { createBunPlatform } from './platform/bun/bun-platform.ts'
import { agentVersion } from './version.ts'

const exitStatus = { done: 0, failure: 1, usage: 2 } as const

const help = `Makes this device reachable over SSH through an Sshore server.

Usage: sshore-agent --server URL [flags]
       sshore-agent doctor --server URL [flags]

${describeAgentFlags()}
  --help, --version

Run it as root to let every user of the device log in, or as one user to let in only that one.
With "doctor" it looks at the way to the server and at this machine, and says what is wrong.
`

type Environment = Readonly<Record<string, string | undefined>>

function showCode(code: string, address: string, expiresInSeconds: number): void {
  const spaced = `${code.slice(0, 4)} ${code.slice(4)}`
  const minutes = Math.round(expiresInSeconds / 60)
  process.stdout.write(
    `\n  This device is not in a namespace yet. Accept it within ${minutes} minutes:\n\n      code  ${spaced}\n      at    ${address}\n\n`,
  )
}

/** The proxy that the environment names for this server, as other programs read it. */
function proxyFor(server: string, environment: Environment): string | undefined {
  const { hostname, protocol } = new URL(server)
  const none = (environment['NO_PROXY'] ?? environment['no_proxy'] ?? '').split(',').map((host) => host.trim())
  const exempt = none.some(
    (host) => host !== '' && (host === '*' || hostname === host || hostname.endsWith(`.${host.replace(/^\./, '')}`)),
  )
  if (exempt) return undefined
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  return environment[name] ?? environment[name.toLowerCase()]
}

function stateFolderOf(flags: AgentFlags, environment: Environment): string {
  const isRoot = (process.getuid?.() ?? 0) === 0
  const { XDG_STATE_HOME: xdgStateHome } = environment
  // An agent for the device itself may run beside one for its containers.
  const kind = flags.docker === undefined ? '' : '-containers'
  return flags['data-dir'] ?? `${defaultStateFolder({ isRoot, home: homedir(), xdgStateHome })}${kind}`
}

async function run(flags: AgentFlags, environment: Environment): Promise<void> {
  const server = parseServerAddress(flags.server)
  const identity = parseIdentity(flags.identity)
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort(new Error('told to stop')))
  const platform = createBunPlatform({ proxy: proxyFor(server, environment) })
  const log = createLog({
    json: flags.json !== undefined,
    calendar: () => platform.clock.calendar(),
    write: (line) => process.stderr.write(line),
  })
  if (!namesScheme(flags.server ?? '')) log.info(`assuming ${server}`)
  const uid = process.getuid?.() ?? 0
  const stateFolder = stateFolderOf(flags, environment)
  const { tenant, hostname } = flags
  const { signal } = stop
  const given = { server, tenant, stateFolder, version: agentVersion, platform, log, random: Math.random, signal }
  try {
    if (flags.docker !== undefined) {
      // Loaded for those who want it: an agent of a device has no use for it.
      const [{ engineOf }, { runContainers }] = await Promise.all([
        import('./docker/engine-of-flags.ts'),
        import('./docker/run-containers.ts'),
      ])
      await runContainers({ ...given, engine: engineOf(flags), label: flags['docker-label'] })
      log.info('stopped')
      return
    }
    await runAgent({
      ...given,
      hostname,
      identity,
      ownKeysOnly: flags['own-keys-only'] !== undefined,
      showCode,
      uid,
    })
  } catch (failure) {
    if (!stop.signal.aborted) throw failure
  }
  log.info('stopped')
}

/** `sshore-agent doctor`: looks at everything that the agent needs, and says what to do where something is wrong. */
async function examine(flags: AgentFlags, environment: Environment): Promise<boolean> {
  const server = parseServerAddress(flags.server)
  const proxy = proxyFor(server, environment)
  const { clock } = createBunPlatform({ proxy })
  const found = [
    ...(await examineDevice(stateFolderOf(flags, environment), process.getuid?.() ?? 0)),
    ...(await reachServer({ server, proxy, version: agentVersion, now: () => clock.calendar() })),
  ]
  process.stdout.write(flags.json === undefined ? findingsText(found) : `${JSON.stringify(found, undefined, 2)}\n`)
  return isHealthy(found)
}

/** Runs the command line; the process's exit status says how it went. */
export async function runCommand(argv: readonly string[], environment: Environment): Promise<void> {
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(help)
    return
  }
  if (argv.includes('--version')) {
    process.stdout.write(`${agentVersion}\n`)
    return
  }
  try {
    if (argv[0] === 'doctor') {
      const healthy = await examine(parseAgentFlags(argv.slice(1), environment), environment)
      process.exitCode = healthy ? exitStatus.done : exitStatus.failure
      return
    }
    await run(parseAgentFlags(argv, environment), environment)
    process.exitCode = exitStatus.done
  } catch (failure) {
    process.stderr.write(`sshore-agent: ${reasonOf(failure)}\n`)
    process.exitCode = failure instanceof UsageError ? exitStatus.usage : exitStatus.failure
  }
}
