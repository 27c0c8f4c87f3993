// One of the two ways to the same machine: a client configuration that gives both the same host names.
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type SideName = 'sshd' | 'sshore'

export interface Side {
  readonly name: SideName
  /** Has the programs of the client, told about the configuration; goes before the search path. */
  readonly programs: string
  /** Case folders lie below it; as long as the other side's, so that columns do not move. */
  readonly folder: string
  /** The private key that opens the accounts. */
  readonly key: string
  /** What must differ → the name that both get. */
  readonly names: readonly (readonly [string | RegExp, string])[]
}

export interface SideOptions {
  readonly name: SideName
  readonly root: string
  readonly port: number
  readonly hostKeys: string
  readonly key: string
  /** Host → login name. */
  readonly logins: Readonly<Record<string, string>>
  /** What the client has to say for a login name. */
  readonly user: (login: string) => string
}

const folders: Readonly<Record<SideName, string>> = { sshd: 'a', sshore: 'b' }

const common = (knownHosts: string): readonly string[] => [
  'Host *',
  'HostName 127.0.0.1',
  'BatchMode yes',
  `UserKnownHostsFile ${knownHosts}`,
  'StrictHostKeyChecking yes',
  // Not what is compared here, and the quickest that both have.
  'KexAlgorithms curve25519-sha256',
  'Ciphers aes128-gcm@openssh.com',
]

/** A terminal that nobody types into; the mode of the local one can be set by the command. */
const pty = `#!/bin/bash
pipe=$(mktemp -u); mkfifo "$pipe"; exec 3<>"$pipe"; rm "$pipe"
exec script -qefc "$*" /dev/null <&3 3>&-
`

export async function createSide(options: SideOptions): Promise<Side> {
  const { name, root, port, hostKeys, key, logins, user } = options
  const base = join(root, folders[name])
  const programs = join(base, 'bin')
  const folder = join(base, 'w')
  await mkdir(programs, { recursive: true })
  await mkdir(folder)
  const config = join(base, 'config')
  const knownHosts = join(base, 'known_hosts')
  await writeFile(knownHosts, hostKeys)
  const hosts = Object.entries(logins).flatMap(([host, login]) => [
    `Host ${host}`,
    `User ${user(login)}`,
    `Port ${port}`,
  ])
  const shared = [...hosts, ...common(knownHosts)]
  await writeFile(
    config,
    `${[...shared, `IdentityFile ${key}`, 'IdentitiesOnly yes', 'IdentityAgent none'].join('\n')}\n`,
  )
  const onward = join(base, 'onward')
  await writeFile(onward, `${shared.join('\n')}\n`)
  const program = async (file: string, text: string): Promise<void> => {
    await writeFile(join(programs, file), text)
    await chmod(join(programs, file), 0o755)
  }
  for (const client of ['ssh', 'scp', 'sftp']) {
    await program(client, `#!/bin/sh\nexec /usr/bin/${client} -F ${config} "$@"\n`)
  }
  await program('pty', pty)
  // For the users of the device, who have no key but what an ssh-agent shows them.
  await program('far', `#!/bin/sh\nexec /usr/bin/ssh -F ${onward} "$@"\n`)
  return {
    name,
    programs,
    folder,
    key,
    names: [
      [`${root}/${folders[name]}`, '<root>'],
      [new RegExp(`\\b${port}\\b`, 'g'), '<port>'],
      ...Object.values(logins).map((login) => [user(login), login] as const),
    ],
  }
}
