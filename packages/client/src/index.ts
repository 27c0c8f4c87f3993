export {
  ApiError,
  type Client,
  createClient,
  failureOf,
  type Reply,
  type Transport,
  type WireReply,
  type WireRequest,
} from './client.ts'
export { fetchTransport, unreachable } from './fetch-transport.ts'
export { eventsIn } from './event-text.ts'
export { followEvents, type FollowOptions, type OpenStream } from './follow-events.ts'
