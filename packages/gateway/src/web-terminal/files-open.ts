// The first message on a connection for files: which session it is of.
import { webTerminal, webTerminalClose, type WebTerminalError, WebTerminalFilesOpen } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import { Compile } from 'typebox/compile'
import type { WebSocket } from 'ws'
import { errorOf, parsed } from './messages.ts'
import { sayGoodbye } from './say-goodbye.ts'

const openCheck = Compile(WebTerminalFilesOpen)
const isOpen = (message: unknown): message is WebTerminalFilesOpen => openCheck.Check(message)

const badMessage = errorOf('bad_message', 'The first message has to open the connection.', ['Reload the page.'])
const unknownToken = errorOf('unknown_token', 'The terminal that these files belong to is gone.', [
  'Open the terminal again.',
])

/** Resolves with what `find` knows of the token; undefined: the browser left or was sent away. */
export function readFilesOpen<Session>(
  webSocket: WebSocket,
  clock: Clock,
  find: (token: string) => Session | undefined,
): Promise<Session | undefined> {
  const { promise, resolve } = Promise.withResolvers<Session | undefined>()
  const end = (code: number, error?: WebTerminalError): void => {
    if (error) webSocket.send(JSON.stringify(error))
    sayGoodbye(webSocket, clock, code, error?.code ?? 'too slow')
    resolve(undefined)
  }
  const cancel = clock.after(webTerminal.openSeconds * 1000, () => end(webTerminalClose.refused))
  // `close` follows; without a listener the process would end.
  webSocket.on('error', () => undefined)
  webSocket.once('close', () => {
    cancel()
    resolve(undefined)
  })
  webSocket.once('message', (content: Buffer, isBinary: boolean) => {
    cancel()
    const message = isBinary ? undefined : parsed(content.toString('utf8'))
    if (!isOpen(message)) return end(webTerminalClose.protocol, badMessage)
    const session = find(message.token)
    if (session === undefined) return end(webTerminalClose.refused, unknownToken)
    // What follows may come with it, and nobody listens yet.
    webSocket.pause()
    return resolve(session)
  })
  return promise
}
