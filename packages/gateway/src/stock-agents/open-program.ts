// What a stream's header asks for, asked of a stock agent.
import type { DialHeader, ResetReason, SessionHeader } from '@sshore/contract'
import { bytesOfText } from '@sshore/link'
import { oneLine } from '../plain-text.ts'
import type { ChannelStream } from './channel-stream.ts'
import type { Client, ClientChannel } from './ssh2-client.ts'

const terminalOf = ({ terminal }: SessionHeader) =>
  terminal && {
    term: terminal.term,
    cols: terminal.columns,
    rows: terminal.rows,
    width: terminal.widthPixels,
    height: terminal.heightPixels,
    modes: terminal.modes,
  }

/** Opens the channel; `stream` begins with it, or is broken off for the reason that the agent gives. */
export function openProgram(client: Client, header: SessionHeader | DialHeader, stream: ChannelStream): void {
  const answer =
    (failed: ResetReason) =>
    (error: Error | undefined, channel: ClientChannel): void => {
      if (error) stream.reset(failed, oneLine(error.message))
      else stream.begin(channel)
    }
  try {
    if (header.kind === 'dial') {
      const { origin, host, port } = header
      client.forwardOut(origin.address, origin.port, host, port, answer('connect_failed'))
      return
    }
    const { program, environment: env } = header
    const pty = terminalOf(header)
    if (program.kind === 'subsystem') client.subsys(program.name, answer('unknown_subsystem'))
    else if (program.kind === 'exec') {
      client.exec(Buffer.from(bytesOfText(program.command)), { env, ...(pty ? { pty } : {}) }, answer('fault'))
    } else client.shell(pty ?? false, { env }, answer('fault'))
  } catch (error) {
    // The library throws when the connection has just gone.
    stream.reset('link_lost', error instanceof Error ? oneLine(error.message) : '')
  }
}
