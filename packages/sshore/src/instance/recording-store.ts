import type { ServerOptions } from '@sshore/server'
import type { Config } from '../config/variables.ts'

export type RecordingStoreConfig = Partial<
  Pick<Config, 'recordingStore' | 'recordingStoreEndpoint' | 'recordingStoreRegion'>
>

/** Where recordings are kept, as the server is told; nothing: in the data folder. */
export function recordingStoreOf(config: RecordingStoreConfig): Pick<ServerOptions, 'recordingStore'> {
  const { recordingStore: store, recordingStoreEndpoint: endpoint, recordingStoreRegion: region = 'us-east-1' } = config
  if (!store) return {}
  return { recordingStore: { ...store, region, ...(endpoint === undefined ? {} : { endpoint }) } }
}
