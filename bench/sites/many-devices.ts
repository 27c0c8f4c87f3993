// A namespace of many devices, written straight into the database: to register them one by one would take longer than to measure.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TenantId } from '@sshore/contract'
import { run } from '@sshore/testkit'

/** Where the rows come from, and how an engine numbers them and takes a digest. */
const engines = {
  sqlite: {
    rows: (count: number) =>
      `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers)`,
    uid: `printf('%064x', n * 2654435761)`,
  },
  postgres: {
    rows: (count: number) => `(select n::bigint from generate_series(1, ${count}) as n)`,
    uid: `lpad(to_hex(n * 2654435761), 64, '0')`,
  },
} as const

/** 97 of 100 are accepted, 80 of 100 online, every tenth carries a tag; the order of names is not that of anything else. */
function statements(engine: keyof typeof engines, tenantId: TenantId, count: number, nowMs: number): string[] {
  const { rows, uid } = engines[engine]
  // Far enough ahead to be online for as long as this is measured.
  const seen = `${nowMs} + case when n % 5 = 0 then -3600000 - n else 3600000 + n end`
  return [
    `insert into devices (uid, tenant_id, name, mac, info_id, info_pretty_name, info_version, info_arch, info_platform,
       public_key, remote_addr, public_url, status, status_updated_at, created_at, last_seen_at, disconnected_at)
     select ${uid}, '${tenantId}', 'box-' || substr(${uid}, 57, 8) || '-' || n, 'mac-' || n, 'debian', 'Debian GNU/Linux 12', '1.0.0',
       case when n % 3 = 0 then 'arm64' else 'amd64' end, 'native', 'key', '198.51.100.7', 0,
       case when n % 100 < 97 then 'accepted' when n % 200 = 97 then 'pending' else 'rejected' end,
       ${nowMs} - n, ${nowMs} - n, ${seen}, null
     from ${rows(count)} as numbered`,
    `insert into device_tags (device_uid, tenant_id, tag)
     select ${uid}, '${tenantId}', 'rack-' || (n % 500) from ${rows(count)} as numbered where n % 10 = 0`,
    engine === 'postgres' ? 'vacuum analyze' : 'analyze',
  ]
}

export async function fillSqlite(dataDir: string, tenantId: TenantId, count: number): Promise<void> {
  using database = new DatabaseSync(join(dataDir, 'sshore.db'), { timeout: 60_000 })
  for (const statement of statements('sqlite', tenantId, count, Date.now())) database.exec(statement)
}

export async function fillPostgres(url: string, tenantId: TenantId, count: number): Promise<void> {
  const commands = statements('postgres', tenantId, count, Date.now()).flatMap((statement) => ['-c', statement])
  const { code, stderr } = await run('psql', ['-q', '-v', 'ON_ERROR_STOP=1', ...commands, url], { seconds: 300 })
  if (code !== 0) throw new Error(`psql failed: ${stderr}`)
}
