// What chains the entries of an audit log: each seal is made of the entry and the seal before it with the server's key, so that
// whoever has the database alone can neither change an entry nor take one out without its being seen.
import { createHmac, hkdfSync, type KeyObject } from 'node:crypto'

export interface AuditSeal {
  /** Base64url. `before` is the seal of the entry before; empty for the first. */
  of(entry: string, before: string): string
}

export function createAuditSeal(serverKey: KeyObject): AuditSeal {
  const seed = serverKey.export({ type: 'pkcs8', format: 'der' })
  const key = Buffer.from(hkdfSync('sha256', seed, '', 'sshore audit log', 32))
  return { of: (entry, before) => createHmac('sha256', key).update(`${before}\n${entry}`).digest('base64url') }
}
