// A stream that asks for the subsystem sftp: packets of the client, served one after the other.
import type { Clock, LinkStream } from '@sshore/link'
import type { ContainerLog } from '../containers/container-log.ts'
import type { Engine } from '../engine/engine.ts'
import type { Login } from '../login/login.ts'
import { faultText } from '../session/fault-text.ts'
import { createContainerFiles } from './container-files.ts'
import { createSftpServer, type SftpServer } from './sftp-server.ts'
import { openStandingShell, type StandingShell } from './standing-shell.ts'

export interface FileSessionOptions {
  readonly engine: Engine
  readonly container: string
  readonly clock: Clock
  readonly calendar: () => number
  readonly log: ContainerLog
}

/** As OpenSSH's server has it. */
const packetBytesMost = 256 * 1024
const packetBytesLeast = 1
/** What the container itself has to have; the programs for changes say so when they are missed. */
const needed =
  'for program in stat dd cat find readlink; do command -v $program >/dev/null || echo $program; done; ' +
  '[ "$(echo abc | dd bs=3 count=1 iflag=fullblock 2>/dev/null)" = abc ] || echo "dd that knows iflag=fullblock"'

/** Takes the stream over; what it needs ends with the login. */
export function openFileSession(stream: LinkStream, login: Login, options: FileSessionOptions): void {
  const { engine, container, clock, calendar, log } = options
  const { account } = login
  const queue: Buffer[] = []
  let tail = Buffer.alloc(0)
  let shell: StandingShell | undefined
  let server: SftpServer | undefined
  let serving = true
  let ended = false
  let closed = false
  let servedBytes = 0
  let creditedBytes = 0
  let drained: () => void = () => undefined

  const abandon = () => {
    if (closed) return
    closed = true
    disown()
    queue.length = 0
    drained()
    shell?.[Symbol.dispose]()
  }
  const breakOff = (detail: string) => {
    abandon()
    stream.reset('fault', detail.slice(0, 1000))
  }
  const disown = login.own((why) => {
    abandon()
    stream.reset('closed', why)
  })
  /** A packet that is not whole yet must not wait for credit that only it would give back. */
  const credit = () => {
    const due = servedBytes + tail.length - creditedBytes
    if (due <= 0) return
    creditedBytes += due
    stream.consumed(due)
  }
  const take = (chunk: Uint8Array) => {
    tail = tail.length === 0 ? Buffer.from(chunk) : Buffer.concat([tail, chunk])
    while (tail.length >= 4) {
      const length = tail.readUInt32BE(0)
      if (length < packetBytesLeast || length > packetBytesMost) {
        return breakOff('This is no SFTP: a packet of no sane length')
      }
      if (tail.length < 4 + length) break
      queue.push(tail.subarray(4, 4 + length))
      tail = tail.subarray(4 + length)
    }
    credit()
    return undefined
  }

  const finish = () => {
    abandon()
    stream.end()
    stream.message({ type: 'exit-status', code: 0 })
    stream.close()
  }

  const begin = async () => {
    const opened = await openStandingShell({ engine, container, account, clock })
    shell = opened
    if (closed) return opened[Symbol.dispose]()
    const missed = (await opened.run(needed)).bytes.toString('latin1').trim()
    if (closed) return undefined
    if (missed !== '') {
      return breakOff(`Files of this container cannot be reached, as it has no ${missed.split('\n').join(', ')}`)
    }
    stream.message({ type: 'opened' })
    const files = createContainerFiles(opened, () => calendar() / 1000)
    const home = Buffer.from(account.home).toString('latin1')
    const here = await files.stat(home, true).then(
      () => home,
      () => '/',
    )
    server = createSftpServer(files, here)
    serving = false
    return run()
  }
  const run = async (): Promise<void> => {
    if (serving || !server) return
    serving = true
    while (queue.length > 0 && !closed) {
      const { answer, takenBytes } = await server.serve(queue)
      if (closed) return
      servedBytes += takenBytes
      credit()
      if (answer.length > 0 && !stream.write(answer)) {
        const { promise, resolve } = Promise.withResolvers<void>()
        drained = resolve
        await promise
      }
    }
    serving = false
    if (ended && !closed) finish()
  }

  const fail = (failure: unknown) => {
    if (closed) return
    log.warn('files of a container could not be served on', { user: account.username, reason: faultText(failure) })
    breakOff(faultText(failure))
  }
  stream.handler = {
    onData: (chunk) => {
      if (closed) return stream.consumed(chunk.byteLength)
      take(chunk)
      run().catch(fail)
      return undefined
    },
    onMessage: () => undefined,
    onEnd: () => {
      ended = true
      run().catch(fail)
    },
    onDrain: () => drained(),
    onClose: abandon,
  }
  begin().catch(fail)
}
