import { expect, it } from 'vitest'
import { saveReply } from './save-text.ts'

it('a download that breaks off is no file, and fails as a server does that cannot be reached', async () => {
  const pieces = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":1}\n'))
      controller.error(new TypeError('network error'))
    },
  })
  const failure = await saveReply(new Response(pieces), 'users.jsonl').catch((cause: unknown) => cause)
  expect(failure).toMatchObject({ code: 'unreachable', message: 'The server at this address cannot be reached.' })
})
