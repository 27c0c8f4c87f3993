import type { Connector } from '@sshore/contract'
import { flag, time } from '../../platform/database/codecs.ts'
import type { ConnectorsTable } from '../../platform/database/connector-tables.ts'

const offText = 'It is switched off.'

function presentStatus({ enable, state, message, state_since: since }: ConnectorsTable): Connector['status'] {
  const shown = flag.read(enable) ? { state, message } : { state: 'off' as const, message: offText }
  return { State: shown.state === 'connected', Message: shown.message, ...shown, since: time.toWire(since) }
}

export const isConnected = (row: ConnectorsTable): boolean => presentStatus(row).State

/** The private key stays here. */
export const presentConnector = (row: ConnectorsTable): Connector => ({
  uid: row.uid,
  tenant_id: row.tenant_id,
  enable: flag.read(row.enable),
  secure: flag.read(row.secure),
  address: row.address,
  port: row.port,
  status: presentStatus(row),
  tls: { ca: row.ca, cert: row.cert, key: '' },
})
