// A person at work on an honest device while others attack: what they notice, and what the server holds meanwhile.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ssh, sshInBackground, type SshTarget, startAgentProcess, until } from '@sshore/testkit'
import type { Site } from '../server/server-process.ts'

export interface Noticed {
  readonly keys: number
  readonly worstMilliseconds: number
  /** The highest since the last look, and before it all. */
  readonly peakMebibytes: number
  readonly calmMebibytes: number
}

export interface Bystander extends AsyncDisposable {
  readonly target: SshTarget
  /** Types while `attack` runs; fails when a key is not echoed. */
  during(attack: () => Promise<void>): Promise<Noticed>
}

const mebibytes = (pid: number, field: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
}

/** proc(5): 5 sets the peak of the resident memory back to what it is now. */
const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

export const targetOf = (site: Site, device: string): SshTarget => ({
  port: site.ports.ssh,
  knownHosts: site.knownHosts,
  user: `root@${site.namespace}.${device}`,
  keys: [site.key],
})

export async function createBystander(site: Site): Promise<Bystander> {
  await using undo = new AsyncDisposableStack()
  const dataDir = join(site.folder, 'honest')
  undo.use(await startAgentProcess({ server: site.url, tenantId: site.tenantId, dataDir, hostname: 'honest' }))
  const device = await until('the honest agent registers', async () => {
    const { body } = await site.client.listDevices({ query: { status: 'pending' } })
    return body.find(({ name }) => name === 'honest')
  })
  await site.client.setDeviceStatus({ params: { uid: device.uid, status: 'accept' } })
  const target = targetOf(site, 'honest')
  await until('the honest device answers', async () => (await ssh(target, ['true'])).code === 0)
  const session = undo.use(sshInBackground(target, ['echo ready; exec cat']))
  await session.says(/ready/)
  const pid = site.server().process.pid
  let keys = 0

  const echo = async (): Promise<number> => {
    const key = `key ${(keys += 1)}.`
    const typedAt = performance.now()
    session.write(`${key}\n`)
    await until(`${key} is echoed`, () => session.stdout().includes(key), { everyMilliseconds: 1 })
    return performance.now() - typedAt
  }
  const resources = undo.move()
  return {
    target,
    async during(attack) {
      const calmMebibytes = mebibytes(pid, 'VmRSS')
      resetPeak(pid)
      let over = false
      const attacked = attack().finally(() => (over = true))
      const keysBefore = keys
      let worstMilliseconds = 0
      do {
        worstMilliseconds = Math.max(worstMilliseconds, await echo())
        await pause(15)
      } while (!over)
      await attacked
      return { keys: keys - keysBefore, worstMilliseconds, peakMebibytes: mebibytes(pid, 'VmHWM'), calmMebibytes }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** A line for the table in bench/README.md. */
export function tell(attack: string, { keys, worstMilliseconds, peakMebibytes, calmMebibytes }: Noticed): string {
  const memory = `${calmMebibytes.toFixed(0)} → ${peakMebibytes.toFixed(0)} MiB`
  return `| ${attack} | ${memory} | ${keys} keys, the slowest ${worstMilliseconds.toFixed(0)} ms |`
}
