// A shell, copies and a forward over a network in which the kernel drops packets.
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { type LossyNetwork, lossyNetwork, until } from '@sshore/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { allRun, startActivities, startTypist } from './activities.ts'

// Containers often may not make networks; everything else about weather is tested without.
const missing: string[] = []
const network: LossyNetwork | undefined = await lossyNetwork().catch((failure: unknown) => {
  missing.push(String(failure))
  return undefined
})
if (network === undefined) console.warn(`\nSKIPPED: packet loss, this machine makes no networks: ${missing.join()}\n`)

const loss = 0.03

describe.skipIf(network === undefined)(`with ${loss * 100} % of the packets lost in each direction`, () => {
  // The agent in its network reaches the server at an address of the host.
  const one = oneDevice({ config: { host: network?.hostAddress ?? '127.0.0.1', sshHost: '127.0.0.1' } })
  afterAll(() => network?.[Symbol.asyncDispose]())

  it('a session, copies and a forward are whole', async () => {
    if (network === undefined) throw new Error('no network')
    await using undo = new AsyncDisposableStack()
    const device = undo.use(
      await one.stack.addDevice(one.namespace, {
        server: `http://${network.hostAddress}:${one.stack.httpPort}`,
        under: network.under,
        hostname: 'lossy',
      }),
    )
    await device.agent.says(/connected/)
    const target = device.target()
    const typist = undo.use(await startTypist(target))
    const folder = await mkdtemp(join(one.stack.folder, 'loss-'))
    await network.lose(loss)
    const ground = { folder, target, bytes: 4 * 1024 * 1024, here: network.hostAddress, seconds: 120 }
    const activities = await startActivities(ground, undo)
    await until('all of it runs', () => allRun(activities), { seconds: 60 })
    await typist.typeMeanwhile()
    await typist.finish()
    for (const { done } of activities) await done
    expect(await network.dropped()).toBeGreaterThan(20)
  })
})
