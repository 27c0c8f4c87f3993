export { createServer, type Server } from './server.ts'
export { clientAddress, requestedHost, trustedProxies } from './platform/client-address.ts'
export type { ServerOptions } from './services.ts'
export { type Clock, systemClock } from './platform/clock.ts'
