// A person at work on an honest device while others attack: what they notice, and what the server holds meanwhile.
import { setTimeout as pause } from 'node:timers/promises'
import { sshInBackground, type SshTarget, until } from '@sshore/testkit'
import { forgetPeak, peakMebibytes, residentMebibytes } from '../server/resident-memory.ts'
import type { Site } from '../server/server-process.ts'
import { addDevice } from '../server/site-device.ts'

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

export async function createBystander(site: Site): Promise<Bystander> {
  await using undo = new AsyncDisposableStack()
  const { target } = undo.use(await addDevice(site, 'honest'))
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
      const calmMebibytes = residentMebibytes(pid)
      forgetPeak(pid)
      let over = false
      const attacked = attack().finally(() => (over = true))
      // Awaited below, after the key that is on its way.
      attacked.catch(() => undefined)
      const keysBefore = keys
      let worstMilliseconds = 0
      do {
        worstMilliseconds = Math.max(worstMilliseconds, await echo())
        await pause(15)
      } while (!over)
      await attacked
      return { keys: keys - keysBefore, worstMilliseconds, peakMebibytes: peakMebibytes(pid), calmMebibytes }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** The slowest echo that is let pass, on a machine where everything else runs as well. */
export const bearableMilliseconds = 2000

/** A line for the table in bench/README.md. */
export function tell(attack: string, { keys, worstMilliseconds, peakMebibytes, calmMebibytes }: Noticed): string {
  const memory = `${calmMebibytes.toFixed(0)} → ${peakMebibytes.toFixed(0)} MiB`
  return `| ${attack} | ${memory} | ${keys} keys, the slowest ${worstMilliseconds.toFixed(0)} ms |`
}
