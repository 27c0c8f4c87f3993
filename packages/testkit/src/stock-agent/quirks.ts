// How agents of different ages behave, each trait by itself.

export interface StockAgentQuirks {
  /** 1: a WebSocket for each session. 2: all in one, by yamux. */
  readonly transport: 1 | 2
  /** Standard error arrives as standard output. */
  readonly mergesErrors: boolean
  /** A shell in a terminal always ends with status 0. */
  readonly terminalsEndWithZero: boolean
  /** Seconds between keepalives in SSH, which want an answer. 0: none. */
  readonly keepaliveSeconds: number
  /** A connector's device is a container: no SFTP, no dialling, no resizing. */
  readonly connector: boolean
  /** Shows this host key instead of the registered one. PEM. */
  readonly otherHostKey?: string
  /** Never dials back, or never answers on a stream. */
  readonly silent?: 'transport' | 'ssh'
  /** Says that it cannot dial back. */
  readonly cannotDialBack?: boolean
}

const common = { keepaliveSeconds: 1, connector: false } as const

/** Traits of agents in the field, by age. */
export const stockAgents = {
  old: { ...common, transport: 1, mergesErrors: true, terminalsEndWithZero: true },
  new: { ...common, transport: 2, mergesErrors: false, terminalsEndWithZero: false },
} as const satisfies Record<string, StockAgentQuirks>
