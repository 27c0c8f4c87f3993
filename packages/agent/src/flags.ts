// The agent's command line, in one table: its own --help and that of `sshore agent` are both made from it.
export interface Flag {
  readonly name: string
  /** Absent: a switch. */
  readonly value?: string
  readonly environment: string
  readonly text: string
}

export const agentFlags = [
  {
    name: 'server',
    value: 'URL',
    environment: 'SSHORE_SERVER',
    text: 'address of the Sshore server, for example https://sshore.example.com',
  },
  {
    name: 'tenant',
    value: 'ID',
    environment: 'SSHORE_TENANT',
    text: 'namespace to register in; without it the agent shows a code to pair with',
  },
  {
    name: 'hostname',
    value: 'NAME',
    environment: 'SSHORE_HOSTNAME',
    text: "name to ask for; the device's own host name otherwise",
  },
  {
    name: 'identity',
    value: 'MAC',
    environment: 'SSHORE_IDENTITY',
    text: 'what identifies the device; otherwise the Ethernet address it had at its first start',
  },
  {
    name: 'data-dir',
    value: 'DIR',
    environment: 'SSHORE_AGENT_DATA_DIR',
    text: 'folder for the device key; /var/lib/sshore-agent for root, ~/.local/state/sshore-agent for others',
  },
  {
    name: 'own-keys-only',
    environment: 'SSHORE_OWN_KEYS_ONLY',
    text: "let in only keys that stand in the user's ~/.ssh/authorized_keys on this device as well",
  },
  {
    name: 'docker',
    environment: 'SSHORE_DOCKER',
    text: 'register the containers of a container engine (Docker, Podman) in place of this device',
  },
  {
    name: 'docker-host',
    value: 'ADDRESS',
    environment: 'SSHORE_DOCKER_HOST',
    text: 'where the engine listens: unix:///run/docker.sock (the usual one without this), or tcp://host:2376',
  },
  {
    name: 'docker-cert-path',
    value: 'DIR',
    environment: 'SSHORE_DOCKER_CERT_PATH',
    text: 'folder with ca.pem, cert.pem and key.pem, for an engine that is reached by TLS',
  },
  {
    name: 'docker-label',
    value: 'LABEL',
    environment: 'SSHORE_DOCKER_LABEL',
    text: 'only containers with this label: name, or name=value',
  },
  { name: 'json', environment: 'SSHORE_LOG_JSON', text: 'write the log as JSON, one object per line' },
] as const satisfies readonly Flag[]

export type AgentFlag = (typeof agentFlags)[number]['name']
export type AgentFlags = Readonly<Partial<Record<AgentFlag, string>>>

/** A command line that cannot be understood; the message says what to do. */
export class UsageError extends Error {}

const switchedOn = 'true'
const offValues: ReadonlySet<string> = new Set(['', '0', 'false', 'no'])

function fromEnvironment(environment: Readonly<Record<string, string | undefined>>): AgentFlags {
  const pairs = agentFlags.flatMap((flag: Flag) => {
    const value = environment[flag.environment]
    if (value === undefined || (flag.value === undefined ? offValues.has(value) : value === '')) return []
    return [[flag.name, value] as const]
  })
  return Object.fromEntries(pairs)
}

/**
 * Flags from the command line (`--name value` or `--name=value`), and from the environment where the command line is
 * silent. Fails with `UsageError`.
 */
export function parseAgentFlags(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): AgentFlags {
  const given: [string, string][] = []
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    const [, name, inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? []
    const flag: Flag | undefined = agentFlags.find((candidate) => candidate.name === name)
    if (!flag) throw new UsageError(`Unknown argument ${word}; see --help.`)
    if (flag.value === undefined) {
      if (inline !== undefined) throw new UsageError(`--${flag.name} takes no value.`)
      given.push([flag.name, switchedOn])
      continue
    }
    const value = inline ?? argv[(at += 1)]
    if (value === undefined || value === '') {
      throw new UsageError(`--${flag.name} wants a value: --${flag.name} ${flag.value}`)
    }
    given.push([flag.name, value])
  }
  const flags: AgentFlags = { ...fromEnvironment(environment), ...Object.fromEntries(given) }
  const stray = (['docker-host', 'docker-cert-path', 'docker-label'] as const).find((name) => flags[name] !== undefined)
  if (stray !== undefined && flags.docker === undefined) throw new UsageError(`--${stray} goes with --docker.`)
  const foreign = (['hostname', 'own-keys-only'] as const).find((name) => flags[name] !== undefined)
  if (foreign !== undefined && flags.docker !== undefined) {
    throw new UsageError(`--${foreign} is about this device, and --docker registers containers alone.`)
  }
  return flags
}

/** The flags as lines of a help text. */
export function describeAgentFlags(): string {
  const shown = agentFlags.map((flag: Flag) => ({
    usage: flag.value === undefined ? `--${flag.name}` : `--${flag.name} ${flag.value}`,
    text: `${flag.text} [${flag.environment}]`,
  }))
  const width = Math.max(...shown.map(({ usage }) => usage.length)) + 2
  return shown.map(({ usage, text }) => `  ${usage.padEnd(width)}${text}`).join('\n')
}

/** Whether an address says how to talk to the server; `https` otherwise. */
export const namesScheme = (address: string): boolean => /^[a-z]+:\/\//i.test(address)

/** What identifies the device, as the server takes it; absent stays absent. Fails with `UsageError`. */
export function parseIdentity(text: string | undefined): string | undefined {
  if (text === undefined || /^[\w.:-]{1,64}$/.test(text)) return text
  throw new UsageError(
    `"${text}" is no identity; it has 1 to 64 letters, digits and any of : . _ -, like 02:00:00:00:00:01`,
  )
}

/** The server's address without a trailing slash. Fails with `UsageError`. */
export function parseServerAddress(text: string | undefined): string {
  if (text === undefined) throw new UsageError('Which server? Give its address: --server https://sshore.example.com')
  const address = namesScheme(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(`"${text}" is not a server address; it looks like https://sshore.example.com`)
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
