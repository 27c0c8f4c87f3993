// Thousands of devices at once, written past the server: by calls they would take minutes.
import { randomBytes } from 'node:crypto'
import type { TenantId } from '@sshore/contract'
import { openDatabaseBeside } from './database-beside.ts'

const systems = [
  ['debian', 'Debian GNU/Linux 13', 'arm64'],
  ['ubuntu', 'Ubuntu 26.04 LTS', 'amd64'],
  ['alpine', 'Alpine Linux v3.24', 'arm64'],
  ['raspbian', 'Raspberry Pi OS', 'arm'],
] as const
const places = ['till', 'camera', 'gate', 'display', 'meter'] as const
const publicKey = '-----BEGIN PUBLIC KEY-----\nwritten past the server\n-----END PUBLIC KEY-----\n'

const ofList = <Item>(items: readonly Item[], at: number): Item => {
  const item = items[at % items.length]
  if (item === undefined) throw new Error('The list is empty.')
  return item
}

/**
 * Adds accepted devices to a namespace of a server on the embedded database, as `till-0`, `camera-1`, …; four of five are online as long
 * as a heartbeat counts, every third has a tag. Takes about a second for 10,000. `folder` is the stack's.
 */
export function addManyDevices(stack: { readonly folder: string }, tenant: TenantId, count: number): void {
  using database = openDatabaseBeside(stack)
  const device = database.prepare(
    `insert into devices (uid, tenant_id, name, mac, info_id, info_pretty_name, info_version, info_arch, info_platform, public_key,
     remote_addr, public_url, status, status_updated_at, created_at, last_seen_at, disconnected_at)
     values (?, ?, ?, ?, ?, ?, '0.1.0', ?, 'native', ?, '203.0.113.9', 0, 'accepted', ?, ?, ?, ?)`,
  )
  const tag = database.prepare('insert into device_tags (device_uid, tenant_id, tag) values (?, ?, ?)')
  const now = Date.now()
  database.exec('begin immediate')
  for (let at = 0; at < count; at += 1) {
    const uid = randomBytes(32).toString('hex')
    const [id, name, arch] = ofList(systems, at)
    const mac = [0x02, 0x42, 0, at >> 16, at >> 8, at]
      .map((byte) => (byte & 0xff).toString(16).padStart(2, '0'))
      .join(':')
    const seen = now - (at % 1000)
    const gone = at % 5 === 0 ? seen : null
    device.run(
      uid,
      tenant,
      `${ofList(places, at)}-${at}`,
      mac,
      id,
      name,
      arch,
      publicKey,
      now,
      now - at * 60_000,
      seen,
      gone,
    )
    if (at % 3 === 0) tag.run(uid, tenant, `floor-${at % 12}`)
  }
  database.exec('commit')
}
