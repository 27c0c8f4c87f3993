// What an agent needs of the machine it runs on.
import { readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keyFile } from '../identity/device-key.ts'
import { isOpenToOthers } from '../identity/state-folder.ts'
import { bad, type Finding, good, warning } from './finding.ts'

const leastFreeBytes = 50 * 1024 * 1024

async function stateFinding(folder: string, uid: number): Promise<Finding> {
  const found = await stat(folder).catch(() => undefined)
  if (!found) return good('data', `${folder} is not there yet; the first start makes it`)
  if (found.uid !== uid) {
    const advice = `Run this as the user that the agent runs as, or repair it with: chown -R ${uid} ${folder}`
    return bad('data', `${folder} belongs to another user (${found.uid})`, advice)
  }
  if (isOpenToOthers(found)) {
    return bad('data', `${folder} is open to others`, `Close it: chmod 700 ${folder}`)
  }
  return good('data', folder)
}

async function keyFinding(folder: string): Promise<Finding> {
  const path = join(folder, keyFile)
  const found = await stat(path).catch(() => undefined)
  if (!found) return warning('key', 'the device has no key yet', 'Start the agent once; it registers by itself.')
  if (isOpenToOthers(found)) return bad('key', `${path} is open to others`, `Close it: chmod 600 ${path}`)
  return good('key', 'the device has its key, and nobody else reads it')
}

/** The nearest folder that is there: where the state will be made. */
async function freeFinding(folder: string): Promise<Finding> {
  const space = await statfs(folder).catch(() => undefined)
  if (!space) return dirname(folder) === folder ? good('disk', 'unknown') : freeFinding(dirname(folder))
  const free = space.bavail * space.bsize
  const says = `${Math.round(free / 1_000_000)} MB free`
  if (free >= leastFreeBytes) return good('disk', says)
  return bad('disk', says, 'Make room: without it no key can be kept and no file be received.')
}

function usersFinding(uid: number): Finding {
  if (uid === 0) return good('users', 'runs as root: every user of the machine can log in')
  return warning('users', 'does not run as root: only this user can log in', 'Run the agent as root to let others in.')
}

async function shellsFinding(): Promise<Finding> {
  const text = await readFile('/etc/shells', 'utf8').catch(() => '')
  const listed = text.split('\n').filter((line) => line.startsWith('/'))
  const present = await Promise.all(listed.map((path) => stat(path).catch(() => undefined)))
  const usable = listed.filter((_, at) => present[at]?.isFile())
  if (usable.length > 0) return good('shells', usable.join(', '))
  return bad(
    'shells',
    '/etc/shells lists no shell that is there',
    'List the shells that users may log in with, such as /bin/sh.',
  )
}

export async function examineDevice(folder: string, uid: number): Promise<Finding[]> {
  return [
    await stateFinding(folder, uid),
    await keyFinding(folder),
    await freeFinding(folder),
    usersFinding(uid),
    await shellsFinding(),
  ]
}
