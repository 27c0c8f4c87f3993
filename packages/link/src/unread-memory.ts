// Memory for bytes that arrived and that nobody has read, shared by all links of a server. A link bounds its own; this
// bounds what a namespace with very many devices may take, and all namespaces together.
import { serverUnreadBytes, tenantUnreadBytes } from './bounds.ts'

/** One namespace's part, as its links see it. */
export interface UnreadMemory {
  /** For larger windows: as much of `bytes` as may be had now. */
  take(bytes: number): number
  /** For what a stream cannot do without: all of it, or nothing and false. */
  reserve(bytes: number): boolean
  give(bytes: number): void
  /** Little is left: large windows should shrink. */
  readonly tight: boolean
}

export interface UnreadMemoryLimits {
  readonly tenantBytes: number
  readonly serverBytes: number
}

export interface UnreadMemoryPool {
  /** Bytes promised to peers, all namespaces together. */
  readonly usedBytes: number
  of(tenant: string): UnreadMemory
}

/** A link that shares with nobody. */
export const unshared: UnreadMemory = {
  take: (bytes) => bytes,
  reserve: () => true,
  give: () => undefined,
  tight: false,
}

/** Windows grow into this part only; the rest is for the streams that are still to come. */
const growthShare = 0.75

export const createUnreadMemory = ({
  tenantBytes = tenantUnreadBytes,
  serverBytes = serverUnreadBytes,
}: Partial<UnreadMemoryLimits> = {}): UnreadMemoryPool => {
  const usedByTenant = new Map<string, number>()
  let usedBytes = 0

  const change = (tenant: string, bytes: number): void => {
    const used = (usedByTenant.get(tenant) ?? 0) + bytes
    usedBytes += bytes
    if (used > 0) usedByTenant.set(tenant, used)
    else usedByTenant.delete(tenant)
  }
  const roomToGrow = (used: number): number =>
    Math.max(0, Math.min(tenantBytes * growthShare - used, serverBytes * growthShare - usedBytes))
  const roomForStreams = (used: number): number => {
    // When the server runs short, whoever holds more than an equal part is refused first.
    const others = Math.max(1, usedByTenant.size - (used > 0 ? 1 : 0))
    const equalPart = serverBytes / (1 + others)
    const common = serverBytes * growthShare - usedBytes
    return Math.min(tenantBytes - used, serverBytes - usedBytes, Math.max(common, equalPart - used))
  }

  return {
    get usedBytes() {
      return usedBytes
    },
    of: (tenant) => {
      const used = (): number => usedByTenant.get(tenant) ?? 0
      return {
        take: (bytes) => {
          const taken = Math.floor(Math.min(bytes, roomToGrow(used())))
          if (taken > 0) change(tenant, taken)
          return taken
        },
        reserve: (bytes) => {
          if (bytes > roomForStreams(used())) return false
          change(tenant, bytes)
          return true
        },
        give: (bytes) => {
          if (bytes > 0) change(tenant, -bytes)
        },
        get tight() {
          return used() > tenantBytes * growthShare * growthShare || usedBytes > serverBytes * growthShare * growthShare
        },
      }
    },
  }
}
