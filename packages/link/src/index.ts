export type { Clock, Lane, Link, LinkSocket, LinkStream, StreamHandler } from './link.ts'
export { lanes } from './link.ts'
