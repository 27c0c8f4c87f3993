// The internal calls for the commands that administer a server: through the running server when there is one, else on its data.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient } from '@sshore/client'
import { namespaceHeader, type TenantId } from '@sshore/contract'
import type { ServerOptions, Transfer } from '@sshore/server'
import type { Config } from '../config/variables.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { findRunningServer } from './control-socket.ts'
import { startFailure } from './start-failure.ts'
import { serverSettings } from './server-settings.ts'
import { tunnelsOf } from './tunnels.ts'
import { makeDataFolder, refuseFile } from './data-folder.ts'

export interface Administration extends AsyncDisposable {
  readonly client: Client
  /** Calls that act in one namespace, with the rights of its owner. */
  inNamespace(tenantId: TenantId): Client
  /** Whether a server runs on the folder now. */
  readonly running: boolean
}

export interface AdministrationOptions {
  readonly version: string
  /** Makes the folder when it is missing; otherwise that is taken for a mistake. */
  readonly create?: boolean
  /** How long a running server may take to answer. Default 20. */
  readonly patienceSeconds?: number
}

/** Fails with exit code 3 where no server has kept anything yet. */
export function refuseForeignFolder({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'sshore.db'))) return
  const message = `There is no server's data in ${dataDir}. Start the server once with "sshore server", or name its folder with SSHORE_DATA_DIR or --data-dir.`
  throw new CommandFailure(exitCodes.notFound, 'no_data', message)
}

/** Takes what the system refused for what it means: the folder is somebody else's. */
export function asCommandFailure(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'EACCES')) return startFailure(error)
  const message = `${dataDir} belongs to another user. Run the command as that user, or choose another folder with SSHORE_DATA_DIR or --data-dir.`
  return new CommandFailure(exitCodes.usage, 'no_access', message, { cause: error })
}

/** For work on the data itself, in this process. */
async function optionsOnData(config: Config, version: string): Promise<ServerOptions> {
  const { pino } = await import('pino')
  // Where addresses are is asked where devices and people come in: not here.
  const { geoDatabase: _unread, ...settings } = serverSettings(config)
  return {
    ...settings,
    databasePatienceSeconds: 5,
    version,
    serviceToken: randomBytes(32).toString('base64url'),
    sshEndpointPort: () => config.sshPort,
    trustedProxies: [],
    ...tunnelsOf(config, () => config.httpPort).server,
    withJobs: false,
    log: pino({ level: 'silent' }),
  }
}

/** Opens the data to move namespaces in and out, beside a running server or without one; dispose it when done. */
export async function openTransferOnData(config: Config, version: string): Promise<Transfer> {
  try {
    refuseFile(config.dataDir)
    refuseForeignFolder(config)
    makeDataFolder(config.dataDir)
    const { openTransfer } = await import('@sshore/server')
    return await openTransfer(await optionsOnData(config, version))
  } catch (error) {
    throw asCommandFailure(error, config.dataDir)
  }
}

/** Opens the way to the internal calls; dispose it when done. */
export async function openAdministration(config: Config, options: AdministrationOptions): Promise<Administration> {
  try {
    refuseFile(config.dataDir)
    const running = await findRunningServer(config.dataDir, options.patienceSeconds)
    if (running) {
      return {
        client: createClient(running),
        inNamespace: (tenantId) => createClient(running, () => ({ [namespaceHeader]: tenantId })),
        running: true,
        async [Symbol.asyncDispose]() {},
      }
    }
    if (!options.create) refuseForeignFolder(config)
    makeDataFolder(config.dataDir)
    // Loaded here only: a command that finds a running server need not wait for it.
    const { createServer } = await import('@sshore/server')
    const onData = await optionsOnData(config, options.version)
    const server = await createServer(onData)
    const proof = { authorization: `Bearer ${onData.serviceToken}` }
    return {
      client: createClient(server.transport, () => proof),
      inNamespace: (tenantId) => createClient(server.transport, () => ({ ...proof, [namespaceHeader]: tenantId })),
      running: false,
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    }
  } catch (error) {
    throw asCommandFailure(error, config.dataDir)
  }
}
