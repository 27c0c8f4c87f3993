// The real programs that the end-to-end tests drive. Without all of them those tests do not start: a message says
// what to install, and in CI it is a failure.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Program → Debian package; `.ci/run` installs all of them. */
const packages: Readonly<Record<string, string>> = {
  ssh: 'openssh-client',
  scp: 'openssh-client',
  sftp: 'openssh-client',
  'ssh-keygen': 'openssh-client',
  sshd: 'openssh-server',
  sshpass: 'sshpass',
  rsync: 'rsync',
  tcsh: 'tcsh',
  zsh: 'zsh',
  lastlog: 'login',
  script: 'bsdutils',
  git: 'git',
  'ansible-playbook': 'ansible-core',
  sshfs: 'sshfs',
  socat: 'socat',
  oathtool: 'oathtool',
  tmux: 'tmux',
  chromium: 'chromium',
  initdb: 'postgresql',
  python3: 'python3',
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const postgres = '/usr/lib/postgresql'

/** Debian keeps PostgreSQL's programs in a folder for each version. */
const postgresFolders = (): string[] =>
  existsSync(postgres) ? readdirSync(postgres).map((version) => join(postgres, version, 'bin')) : []

/** What is missing and how to get it; undefined when everything is there. */
export function missingPrograms(searchPath: string): string | undefined {
  const folders = [...searchPath.split(delimiter), '/usr/sbin', '/sbin', ...postgresFolders()]
  const missing = Object.keys(packages).filter((name) => !folders.some((folder) => isExecutable(join(folder, name))))
  if (missing.length === 0) return undefined
  const wanted = [...new Set(missing.map((program) => packages[program]))].join(' ')
  return `missing programs: ${missing.join(', ')}. On Debian: apt-get install ${wanted}`
}
