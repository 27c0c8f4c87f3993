// One running agent per state folder: two would be the same device, and push each other off the server without end.
import { join } from 'node:path'
import type { Platform } from '../platform/platform.ts'

const lockName = 'agent.lock'

/** Holds the folder until disposed, or until the process ends in whatever way. Throws while another agent has it. */
export function lockStateFolder(folder: string, platform: Pick<Platform, 'lockFile'>): Disposable {
  const lock = platform.lockFile(join(folder, lockName))
  if (lock) return lock
  throw new Error(
    `another agent runs on ${folder}; stop it first, or make this one a device of its own with another --data-dir and --identity`,
  )
}
