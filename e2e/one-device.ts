// One stack with one namespace and one device of this machine, for all tests of a file.
import { createStack, type SeededNamespace, type Stack, type StackDevice, type StackOptions } from '@sshore/testkit'
import { afterAll, beforeAll } from 'vitest'

export interface OneDevice {
  readonly stack: Stack
  readonly namespace: SeededNamespace
  readonly device: StackDevice
}

/** Call it at the top of a test file; what it returns can be used inside tests. */
export function oneDevice(options: StackOptions = {}): OneDevice {
  let made: OneDevice | undefined
  const held = new AsyncDisposableStack()
  beforeAll(async () => {
    const stack = held.use(await createStack(options))
    const namespace = await stack.seed.namespace()
    made = { stack, namespace, device: await stack.addDevice(namespace) }
  })
  afterAll(() => held.disposeAsync())
  const get = (): OneDevice => {
    if (!made) throw new Error('The device is there inside tests only.')
    return made
  }
  return {
    get stack() {
      return get().stack
    },
    get namespace() {
      return get().namespace
    },
    get device() {
      return get().device
    },
  }
}
