// A server that runs until somebody stops it.
import { weighBuffersWithHeap } from '@sshore/gateway'
import type { Logger } from 'pino'
import { ensureConsole } from '../build/console.ts'
import { knownVariables } from '../config/known-variables.ts'
import { unknownVariables } from '../config/unknown-variables.ts'
import type { Config } from '../config/variables.ts'
import type { Surroundings } from '../surroundings.ts'
import { startInstance } from './instance.ts'
import { createLog } from './log.ts'
import { serverBanner } from './server-banner.ts'
import { waitForStop } from './stopping.ts'

async function consoleOf(config: Config, { root, stderr }: Surroundings, log: Logger): Promise<string | undefined> {
  if (config.consoleDir !== undefined) return config.consoleDir
  try {
    return await ensureConsole(root, () => stderr.write('Building the console, a few seconds …\n'))
  } catch (error) {
    // Devices and SSH do not depend on the console; a server that stays down for it would be worse.
    log.error(
      { err: error },
      'the console could not be built; the server runs without it. After an update of this checkout, run "npm ci" first',
    )
    return undefined
  }
}

/** Returns after a signal, when everything has come to an end. */
export async function serve(config: Config, surroundings: Surroundings): Promise<void> {
  weighBuffersWithHeap()
  const log = createLog(config, surroundings)
  for (const sentence of unknownVariables(surroundings.environment, knownVariables)) log.warn(sentence)
  const consoleDir = await consoleOf(config, surroundings, log)
  await using instance = await startInstance({ config: { ...config, consoleDir }, version: surroundings.version, log })
  const { body: setup } = await instance.client.getSetup()
  surroundings.stdout.write(
    serverBanner({ config, instance, version: surroundings.version, hasConsole: consoleDir !== undefined, setup }),
  )
  log.info({ httpPort: instance.httpPort, sshPort: instance.sshPort }, 'server is ready')
  const signal = await waitForStop(surroundings)
  log.info({ signal, drainSeconds: config.drainSeconds }, 'server is stopping; a second signal ends it at once')
  await instance.drain()
  log.info('server has stopped')
}
