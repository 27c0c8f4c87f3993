// Global set-up of the end-to-end tests: which of the real programs that they drive are there?
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Programs that tests skip for; in CI their absence fails the run. */
    missingPrograms: readonly string[]
  }
}

/** Program → Debian package; `.ci/run` installs all of them. */
const packages: Readonly<Record<string, string>> = {
  ssh: 'openssh-client',
  scp: 'openssh-client',
  sftp: 'openssh-client',
  'ssh-keygen': 'openssh-client',
  sshd: 'openssh-server',
  sshpass: 'sshpass',
  rsync: 'rsync',
  tmux: 'tmux',
  chromium: 'chromium',
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function isInstalled(program: string): Promise<boolean> {
  const folders = `${process.env['PATH'] ?? ''}${delimiter}/usr/sbin${delimiter}/sbin`.split(delimiter)
  const found = await Promise.all(folders.map((folder) => isExecutable(join(folder, program))))
  return found.includes(true)
}

export async function setup(project: TestProject): Promise<void> {
  const programs = Object.keys(packages)
  const installed = await Promise.all(programs.map(isInstalled))
  const missing = programs.filter((_, index) => !installed[index])
  project.provide('missingPrograms', missing)
  if (missing.length === 0) return
  const wanted = [...new Set(missing.map((program) => packages[program]))].join(' ')
  const message = `The end-to-end tests drive programs that are not here: ${missing.join(', ')}. On Debian: apt-get install ${wanted}`
  if (process.env['CI']) throw new Error(message)
  console.warn(`\n${message}\nTests that need them are skipped.\n`)
}
