// A server whose payment provider knows the payment methods that samples name, and whose namespaces nobody limits.
import { limits } from '@sshore/contract'
import { startStripePeer } from './features/billing/testing/stripe-peer.ts'
import { setDeviceLimit } from './test-device.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export async function startPaidServer(): Promise<TestServer> {
  await using undo = new AsyncDisposableStack()
  const peer = undo.use(await startStripePeer())
  peer.state.addMethod('pm_sample')
  const spare = peer.state.addMethod('pm_spare')
  peer.before = async () => {
    // So that one can be taken away while the other is needed.
    const [customer] = peer.state.all('customer')
    if (customer) peer.state.put({ ...spare, customer: customer.id })
  }
  const stack = undo.use(await startTestServer({ payments: peer.options }))
  const resources = undo.move()
  return {
    ...stack,
    async signUp(username) {
      const member = await stack.signUp(username)
      await setDeviceLimit(stack, member.tenant, limits.unlimited)
      return member
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
