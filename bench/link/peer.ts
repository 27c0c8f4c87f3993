// The device's end of the benchmark, in a process of its own: `peer.ts <url> link|raw-send|raw-sink`.
import { createLink } from '@sshore/link'
import { serve } from './loads.ts'
import { allocate, dial, pause, systemClock } from './sockets.ts'

const [url = '', mode = 'link', messageBytes = '65536'] = process.argv.slice(2)
const socket = await dial(url)
socket.onClose = () => process.exit(0)

if (mode === 'link') {
  const controller = createLink({ id: 'bench', role: 'agent', clock: systemClock, allocate })
  controller.onOver = () => process.exit(0)
  controller.onDetached = () => process.exit(0)
  serve(controller.link)
  controller.attach(socket, 0)
} else if (mode === 'raw-send') {
  const message = Buffer.alloc(Number(messageBytes), 7)
  for (;;) {
    while (socket.bufferedBytes < 4_000_000) socket.send(message)
    await pause(0)
  }
} else if (mode === 'raw-echo') {
  socket.onMessage = (message) => socket.send(message)
}
