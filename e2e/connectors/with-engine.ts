// What the tests of containers stand on: an engine that runs here, or a loud reason why there is none.
import { type ContainerEngine, type EngineKind, missingEngine, type SeededNamespace, until } from '@sshore/testkit'
import type { Device } from '@sshore/contract'

const reasons = new Map<EngineKind, Promise<string | undefined>>()

/** Whether tests with this engine can run; where they cannot, it says why on standard error. In CI Docker has to run. */
export async function canRun(kind: EngineKind): Promise<boolean> {
  const known = reasons.get(kind) ?? missingEngine(kind)
  reasons.set(kind, known)
  const reason = await known
  if (reason === undefined) return true
  const message = `SKIPPED: tests with a real ${kind} engine, which does not start here: ${reason}`
  if (process.env['CI'] && kind === 'docker') throw new Error(message)
  process.stderr.write(`\n${message}\n\n`)
  return false
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
