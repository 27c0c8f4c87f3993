export type { Clock, Lane, Link, LinkSocket, LinkStream, StreamHandler } from './link.ts'
export { lanes } from './link.ts'
export { createLink, type LinkController, type LinkOptions } from './multiplexer.ts'
export { type PairedSocket, socketPair } from './socket-pair.ts'
