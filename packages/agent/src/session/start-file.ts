// ~/.ssh/rc and /etc/ssh/sshrc: commands of the user, or of the device, that sshd runs before every program (sshd(8)).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchPlan } from './launch-plan.ts'

const systemFile = '/etc/ssh/sshrc'
const userFile = (home: string): string => join(home, '.ssh/rc')

/** Whether there is one, as far as this process may see. */
export const hasStartFile = (home: string): boolean => existsSync(userFile(home)) || existsSync(systemFile)

/** The user's own in place of the device's. Its output is the program's, its exit code nobody's business. */
export function runStartFile({ home, shell, environment }: LaunchPlan): void {
  const own = userFile(home)
  const options = { env: { ...environment }, stdio: ['ignore', 'inherit', 'inherit'] } as const
  if (existsSync(own)) spawnSync(shell, ['-c', `/bin/sh ${own}`], { ...options, stdio: [...options.stdio] })
  else if (existsSync(systemFile)) spawnSync('/bin/sh', [systemFile], { ...options, stdio: [...options.stdio] })
}
