import { createClient, type Transport } from '@sshore/client'
import { findRunningServer } from './control-socket.ts'

/** Calls come in under this address (`host:port`), which the server then tells as its own. */
export const addressedTo =
  (address: string, call: Transport): Transport =>
  (wire) =>
    call({ ...wire, headers: { ...wire.headers, host: address } })

/** URL at which the server on this folder takes connections now, whatever the settings say; undefined when none runs. */
export async function runningServerUrl(dataDir: string): Promise<string | undefined> {
  const running = await findRunningServer(dataDir)
  if (!running) return undefined
  const { body } = await createClient(running).getInfo()
  return `http://${body.endpoints.api}`
}
