export { type AgentLink, type AgentLinkOptions, createAgentLink } from './agent-link.ts'
export { bytesOfText, holdsBytes, textOfBytes } from './byte-text.ts'
export type { Clock, Lane, Link, LinkSocket, LinkStream, StreamHandler } from './link.ts'
export { lanes } from './link.ts'
export { createLinkRegistry, type KnownDevice, type LinkRegistry, type LinkRegistryOptions } from './link-registry.ts'
export type { LinkController, LinkOptions } from './link-options.ts'
export { createLink } from './multiplexer.ts'
export { SmallPieces, worthKeeping } from './small-pieces.ts'
export { type PairedSocket, socketPair } from './socket-pair.ts'
export {
  createUnreadMemory,
  type UnreadMemory,
  type UnreadMemoryLimits,
  type UnreadMemoryPool,
} from './unread-memory.ts'
