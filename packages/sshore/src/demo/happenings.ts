// What goes on in the demo, as single lines: compares what the API says now with what it said a second ago.
import type { Client } from '@sshore/client'
import type { Device, Session } from '@sshore/contract'

interface Seen {
  readonly devices: ReadonlyMap<string, Device>
  readonly sessions: ReadonlyMap<string, Session>
}

export async function look(client: Client): Promise<Seen> {
  const query = { per_page: 100 }
  const [devices, sessions] = await Promise.all([
    client.listDevices({ query: { ...query, status: '' } }),
    client.listSessions({ query }),
  ])
  return {
    devices: new Map(devices.body.map((device) => [device.uid, device])),
    sessions: new Map(sessions.body.map((session) => [session.uid, session])),
  }
}

function deviceNews(before: Device | undefined, now: Device): string[] {
  if (!before) return [`device ${now.name} has appeared (${now.status})`]
  const news: string[] = []
  if (before.name !== now.name) news.push(`device ${before.name} is called ${now.name} now`)
  if (before.status !== now.status) news.push(`device ${now.name} is ${now.status} now`)
  if (before.online !== now.online) news.push(`device ${now.name} went ${now.online ? 'online' : 'offline'}`)
  return news
}

function sessionNews(before: Session | undefined, now: Session): string[] {
  const who = `${now.username} on ${now.device?.name ?? 'a removed device'}, from ${now.ip_address}`
  if (!before?.active && now.active) return [`session opened: ${who}`]
  if (before?.active && !now.active) return [`session ended: ${who}`]
  return before || now.active ? [] : [`session opened and ended: ${who}`]
}

/** One sentence per change, none when nothing has happened. */
export function newsBetween(before: Seen, now: Seen): string[] {
  const gone = [...before.devices.values()].filter(({ uid }) => !now.devices.has(uid))
  return [
    ...[...now.devices.values()].flatMap((device) => deviceNews(before.devices.get(device.uid), device)),
    ...gone.map(({ name }) => `device ${name} was removed`),
    ...[...now.sessions.values()]
      .toReversed()
      .flatMap((session) => sessionNews(before.sessions.get(session.uid), session)),
  ]
}
