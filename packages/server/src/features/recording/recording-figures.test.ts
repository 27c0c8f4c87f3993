import { encodeEvents, type RecordedEvent } from '@sshore/recording'
import { compress } from '@sshore/recording/node'
import { expect, test } from 'vitest'
import { scopeOf } from '../../platform/scope.ts'
import { acceptedDevice, openSession, secondServices } from '../../test-device.ts'
import { startTestServer } from '../../test-server.ts'
import { append, finish, writeFigures } from './recordings.ts'
import { getRecording } from './recordings.store.ts'

test('a recording that runs says how far it is, also when nothing follows words that came late', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const uid = await openSession(stack, (await acceptedDevice(stack, ana)).uid)
  const opening = { kind: 'terminal', policy: 'required', term: 'xterm', columns: 80, rows: 24 } as const
  await stack.internal.openRecording({ params: { uid, seat: 0 }, body: opening })
  await using services = await secondServices(stack)
  const row = () => getRecording(services.database, scopeOf(ana.tenantId), uid, 0)
  const add = async (events: RecordedEvent[], told: { readonly milliseconds: number; readonly bytes: number }) =>
    append(services, await row(), { content: await compress(encodeEvents(events)), lost_bytes: 0, ...told })
  await add([{ kind: 'resize', at: 1, columns: 100, rows: 30 }], { milliseconds: 1, bytes: 0 })
  await add([{ kind: 'output', at: 900, bytes: Buffer.from('words') }], { milliseconds: 900, bytes: 5 })
  expect(await row()).toMatchObject({ milliseconds: 1, bytes: 0, blocks: 1 })
  await writeFigures(services)
  expect(await row()).toMatchObject({ milliseconds: 900, bytes: 5, blocks: 2 })
  // What a process noted before takes nothing back from what another one wrote, nor from what has ended.
  const note = async (blocks: number) =>
    services.recordingFigures.note('late', {
      of: await row(),
      figures: { milliseconds: 1, bytes: 1, lost_bytes: 0, blocks },
    })
  await note(1)
  await writeFigures(services)
  expect(await row()).toMatchObject({ bytes: 5, blocks: 2 })
  await finish(services, await row(), 'complete')
  await note(9)
  await writeFigures(services)
  expect(await row()).toMatchObject({ outcome: 'complete', blocks: 3 })
})
