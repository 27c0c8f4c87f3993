import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DeviceUid } from '@sshore/contract'
import { randomMac, ssh, sshInBackground, until } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { createSite, type Site } from './server-process.ts'
import { addDevice } from './site-device.ts'

const info = { id: 'debian', pretty_name: 'Debian', version: '0.0.0', arch: 'amd64', platform: 'native' }

/** Registers and accepts devices one after the other until the server is gone; tells which the server said were accepted. */
async function acceptDevices({ client, tenantId }: Site, accepted: DeviceUid[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { publicKey } = generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const body = { info, identity: { mac: randomMac() }, public_key: publicKey, tenant_id: tenantId }
    try {
      const { body: device } = await client.registerDevice({ body })
      await client.setDeviceStatus({ params: { uid: device.uid, status: 'accept' } })
      accepted.push(device.uid)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
}

function integrityOf(dataDir: string): unknown {
  using database = new DatabaseSync(join(dataDir, 'sshore.db'))
  return database.prepare('PRAGMA integrity_check').get()
}

describe('a server that is killed with -9', () => {
  it('keeps every device it said was accepted, and its agents come back by themselves', async () => {
    await using site = await createSite()
    await using device = await addDevice(site, 'survivor')
    const { agent, target } = device

    const accepted: DeviceUid[] = []
    for (let round = 1; round <= 3; round += 1) {
      await using session = sshInBackground(target, ['echo running; sleep 1000'])
      await session.says(/running/)
      const stop = new AbortController()
      const before = accepted.length
      const work = Promise.all([1, 2, 3, 4].map(() => acceptDevices(site, accepted, stop.signal)))
      await until('registrations are under way', () => accepted.length > before + 15)
      stop.abort()
      site.server().process.kill('SIGKILL')
      await site.server().process.ended
      await work
      expect((await session.ended).code).toBe(255)
      expect(integrityOf(site.dataDir)).toEqual({ integrity_check: 'ok' })

      await site.restart()
      for (const uid of accepted) {
        expect((await site.client.getDevice({ params: { uid } })).body.status).toBe('accepted')
      }
      const back = await until(
        'the agent is back',
        async () => {
          const ran = await ssh(target, ['echo back'])
          return ran.code === 0 && ran
        },
        { seconds: 60, everyMilliseconds: 250 },
      )
      expect(back.stdout).toBe('back\n')
    }
    expect(agent.child.exitCode).toBeNull()
  })
})
