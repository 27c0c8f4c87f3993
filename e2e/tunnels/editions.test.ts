// Tunnels are where the table of editions has them, and nowhere else.
import { editions, features } from '@sshore/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { curl, openTunnel, serve, type Service, withTunnels } from './tunnel-world.ts'

let service: Service
beforeAll(async () => {
  service = await serve((_, response) => response.end('here\n'))
})
afterAll(() => service?.[Symbol.asyncDispose]())

describe.each(features.tunnels)('in the %s edition', (edition) => {
  const one = withTunnels({ edition })

  it('a visitor reaches the service', async () => {
    const tunnel = await openTunnel(one, service.port)
    expect(await curl(one, tunnel, '/')).toMatchObject({ code: 0, stdout: 'here\n' })
  })
})

describe.each(editions.filter((edition) => !features.tunnels.some((has) => has === edition)))(
  'in the %s edition',
  (edition) => {
    const one = withTunnels({ edition })

    it('there is no such call, and the edition is named', async () => {
      const refused = openTunnel(one, service.port)
      await expect(refused).rejects.toMatchObject({ status: 404, message: expect.stringContaining(edition) as string })
    })
  },
)
