import { endpoint } from '../endpoint.ts'
import { NamespaceEvent } from '../events.ts'

export const streamEvents = endpoint({
  id: 'streamEvents',
  method: 'GET',
  path: '/api/events',
  feature: 'events',
  summary: 'What happens in the namespace, as it happens, as server-sent events',
  description:
    'The first event is `ready`. After a connection that broke, send the last `id` as `Last-Event-ID`: what was missed ' +
    'follows, or `reset` where that is no longer known, and everything has to be fetched anew. Lines that begin with a ' +
    'colon come every 15 seconds so that nobody takes the connection for dead. `end` says in its data why the stream is ' +
    'over: the credential no longer opens it. The caller is told what their role may see. A reader who falls behind is ' +
    'cut off and may come back with `Last-Event-ID`.',
  access: { kind: 'member', apiKey: true },
  success: {
    status: 200,
    description: 'Events without end; `data` of each is this object',
    body: NamespaceEvent,
    stream: 'text/event-stream',
  },
  errors: ['too_many_requests'],
})
