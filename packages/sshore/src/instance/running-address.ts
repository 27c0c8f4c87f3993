import { createClient, type Transport } from '@sshore/client'
import { asCommandFailure } from './administration.ts'
import { findRunningServer } from './control-socket.ts'
import { refuseFile } from './data-folder.ts'

/** Calls come in under this address (`host:port`), which the server then tells as its own. */
export const addressedTo =
  (address: string, call: Transport): Transport =>
  (wire) =>
    call({ ...wire, headers: { ...wire.headers, host: address } })

/** URL at which the server on this folder takes connections now, whatever the settings say; undefined when none runs. */
export async function runningServerUrl(dataDir: string): Promise<string | undefined> {
  refuseFile(dataDir)
  const running = await findRunningServer(dataDir).catch((error: unknown) => {
    throw asCommandFailure(error, dataDir)
  })
  if (!running) return undefined
  const { body } = await createClient(running).getInfo()
  return `http://${body.endpoints.api}`
}
