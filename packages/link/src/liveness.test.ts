import { expect, test } from 'vitest'
import { manualClock } from './manual-clock.ts'
import { createLink } from './multiplexer.ts'
import { recorder, sessionHeader } from './test-ends.ts'
import { networkPath } from './test-path.ts'

const ends = () => {
  const clock = manualClock()
  const path = networkPath({ clock, delayMilliseconds: 20, bytesPerMillisecond: 12_500 })
  const gateway = createLink({ id: 'link', role: 'gateway', clock })
  const agent = createLink({ id: 'link', role: 'agent', clock })
  const lost: string[] = []
  for (const [name, end] of [
    ['gateway', gateway],
    ['agent', agent],
  ] as const) {
    end.onDetached = () => lost.push(`${name} ${Math.ceil(clock.now() / 1000)}`)
  }
  gateway.attach(path.near, 0)
  agent.attach(path.far, 0)
  return { clock, path, gateway, agent, lost }
}

test('an idle link stays up for days on less than a megabyte and a half a day', async () => {
  const { clock, path, lost } = ends()
  await clock.advance(24 * 3_600_000)
  expect(lost).toEqual([])
  // Per message: a masked WebSocket header, a TLS record, TCP and IP; and a bare TCP acknowledgement in return.
  const overhead = 6 + 22 + 52 + 52
  expect(path.carried.bytes + path.carried.messages * overhead).toBeLessThan(1.5 * 1024 * 1024)
})

test('a connection that died silently is given up within 45 seconds on both sides', async () => {
  const { clock, path, lost } = ends()
  await clock.advance(1000)
  path.cut(true)
  await clock.advance(44_500)
  expect(lost).toEqual(['agent 46', 'gateway 46'].filter((entry) => lost.includes(entry)))
  expect(lost).toHaveLength(2)
})

test('with bytes unacknowledged it is given up within 11 seconds', async () => {
  const { clock, path, gateway, lost } = ends()
  await clock.advance(1000)
  path.cut(true)
  gateway.link.open(sessionHeader('ls'), recorder().handler)
  await clock.advance(10_500)
  expect(lost).toEqual(['gateway 11'])
})

test('streams outlive the connection for two minutes and then close with link_lost', async () => {
  const { clock, path, gateway } = ends()
  const here = recorder()
  gateway.link.open(sessionHeader('ls'), here.handler)
  let over = ''
  gateway.link.onClose = (reason) => {
    over = reason
  }
  await clock.advance(1000)
  path.cut()
  await clock.advance(119_000)
  expect(here.events).toEqual(['close:refused nothing here accepts streams yet'])
  const waiting = recorder()
  gateway.link.open(sessionHeader('ls'), waiting.handler)
  expect(over).toBe('')
  await clock.advance(2000)
  expect(waiting.events).toEqual(['close:link_lost no connection to the device for 120 seconds'])
  expect(over).toBe('no connection to the device for 120 seconds')
  const late = recorder()
  gateway.link.open(sessionHeader('ls'), late.handler)
  await clock.settle()
  expect(late.events).toEqual(['close:link_lost the link is closed'])
})
