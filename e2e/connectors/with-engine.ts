// What the tests of containers stand on: an engine that runs here, or a loud reason why there is none.
import {
  type ContainerEngine,
  type EngineKind,
  missingForEngine,
  type SeededNamespace,
  startContainerEngine,
  until,
} from '@sshore/testkit'
import type { Device } from '@sshore/contract'

/**
 * An engine with a container of this name, or none where it cannot run: then standard error says why. In CI Docker's has to.
 */
export async function openEngine(kind: EngineKind, container: string): Promise<ContainerEngine | undefined> {
  try {
    const missing = await missingForEngine(kind)
    if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}`)
    const engine = await startContainerEngine(kind)
    await engine.start(container, '--env', 'COLOUR=blue')
    return engine
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure)
    const message = `SKIPPED: tests with a real ${kind} engine, which does not run here: ${reason}`
    if (process.env['CI'] && kind === 'docker') throw new Error(message, { cause: failure })
    process.stderr.write(`\n${message}\n\n`)
    return undefined
  }
}

/** The container of that name as a device of the namespace, once it has registered. */
export const registered = ({ owner }: SeededNamespace, name: string): Promise<Device> =>
  until(`${name} registers`, async () => {
    const { body } = await owner.client.listContainers({ query: { status: '', per_page: 100 } })
    return body.find((device) => device.name === name)
  })

/** Accepts the container and waits until it is there. */
export async function accepted(namespace: SeededNamespace, name: string): Promise<Device> {
  const { client } = namespace.owner
  const { uid } = await registered(namespace, name)
  await client.setContainerStatus({ params: { uid, status: 'accept' } })
  return until(`${name} is online`, async () => {
    const { body } = await client.getContainer({ params: { uid } })
    return body.online ? body : undefined
  })
}

/** Programs in a container, one a line. */
export const programsIn = (engine: ContainerEngine, name: string): Promise<string> =>
  engine.command('exec', name, '/bin/ps', '-o', 'pid,args')
