// The WebSocket of files beside a terminal: the bytes of the device's SFTP, once the server has taken the token.
import { webTerminalFilesPath, webTerminalFilesSubprotocol } from '@sshore/contract'
import { Sftp, SftpError } from './sftp.ts'

export interface Lane {
  readonly sftp: Sftp
  readonly isOpen: () => boolean
  readonly close: () => void
  /** Bytes that are written and not on their way yet. */
  readonly waiting: () => number
}

function refusalIn(text: string): SftpError | undefined {
  const told: unknown = JSON.parse(text)
  if (typeof told !== 'object' || told === null || Reflect.get(told, 'type') !== 'error') return undefined
  const message: unknown = Reflect.get(told, 'message')
  return new SftpError('broken', typeof message === 'string' ? message : '')
}

/** Resolves when files can be asked for. Fails with `SftpError`. */
export async function openLane(token: string): Promise<Lane> {
  const url = new URL(webTerminalFilesPath, location.href.replace(/^http/, 'ws'))
  const socket = new WebSocket(url, webTerminalFilesSubprotocol)
  socket.binaryType = 'arraybuffer'
  const sftp = new Sftp((bytes) => socket.send(bytes))
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'open', token })))
    socket.addEventListener('close', () => {
      sftp.fail(new SftpError('broken'))
      reject(new SftpError('broken'))
    })
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data instanceof ArrayBuffer) return sftp.receive(new Uint8Array(data))
      const refusal = typeof data === 'string' ? refusalIn(data) : undefined
      if (!refusal) return resolve()
      sftp.fail(refusal)
      return reject(refusal)
    })
  })
  await sftp.start()
  return {
    sftp,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => socket.close(1000),
    waiting: () => socket.bufferedAmount,
  }
}
