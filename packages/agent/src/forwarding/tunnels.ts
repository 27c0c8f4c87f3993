// `tunnel` streams: connections of HTTP tunnels, which belong to no login and are made with the rights of the agent.
import type { TunnelHeader } from '@sshore/contract'
import { EndOfTurn, GatheredStream, type LinkStream } from '@sshore/link'
import type { Platform } from '../platform/platform.ts'
import type { Activity } from '../quiet.ts'
import { openDial } from './dial.ts'

export interface Tunnels {
  open(stream: LinkStream, header: TunnelHeader): void
}

export interface TunnelServices {
  readonly platform: Platform
  readonly activity: Activity
  /** Nobody gets to the device by the word of the server alone. */
  readonly ownKeysOnly: boolean
}

/** Connections of tunnels at a time. */
const connectionsMost = 1024

export function createTunnels({ platform, activity, ownKeysOnly }: TunnelServices): Tunnels {
  const turn = new EndOfTurn((call) => void setImmediate(call))
  let connections = 0
  const own = () => {
    const over = activity.begin()
    let held = true
    connections += 1
    return () => {
      over()
      if (held) connections -= 1
      held = false
    }
  }
  return {
    open(stream, header) {
      if (ownKeysOnly) stream.reset('not_permitted', 'the agent was started with --own-keys-only')
      else if (connections >= connectionsMost) stream.reset('refused', `more than ${connectionsMost} connections`)
      else {
        const options = { platform, identity: () => Promise.resolve(undefined) }
        openDial(new GatheredStream(stream, turn), header, { own }, options)
      }
    },
  }
}
