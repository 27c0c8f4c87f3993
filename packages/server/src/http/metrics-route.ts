import { Failure } from '@sshore/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isForwarded, plainAddress } from '../platform/client-address.ts'
import { equalSecrets } from '../platform/secrets.ts'
import type { Services } from '../services.ts'

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

/**
 * Metrics tell how much a server is used, so they are for its own machine and for who holds the service token. A request that a
 * proxy on this machine handed on comes from loopback too; its forwarding header gives it away.
 */
function mayRead(request: FastifyRequest, serviceToken: string): boolean {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return equalSecrets(bearer, serviceToken)
  return isLoopback(plainAddress(request.socket.remoteAddress ?? '')) && !isForwarded(request.headers)
}

export function registerMetrics(app: FastifyInstance, { metrics, options }: Services): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options.serviceToken)) throw new Failure('unauthenticated')
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
