import { expect, test } from 'vitest'
import { FileDesk, type FilesState } from './file-desk.ts'
import { TestDevice } from './test-device.ts'

function newDesk() {
  const device = new TestDevice()
  for (const folder of ['/home', '/a', '/b', '/a/sub']) device.files.set(folder, undefined)
  for (const file of ['/a/foo', '/a/other', '/b/foo']) device.files.set(file, file)
  const desk = new FileDesk(() => 'token', device.openLane)
  return { device, desk }
}

/** What is shown. */
const shown = (desk: FileDesk) => [desk.state().path, ...desk.state().entries.map(({ path }) => path)]

function until(desk: FileDesk, isReached: (state: FilesState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = desk.subscribe(() => {
      if (!isReached(desk.state())) return
      stop()
      resolve()
    })
  })
}
const idle = ({ busy }: FilesState): boolean => !busy

const entry = (desk: FileDesk, name: string) => {
  const found = desk.state().entries.find((each) => each.name === name)
  if (!found) throw new Error(`${name} is not shown.`)
  return found
}
const newFiles = (count: number, text = 'new') =>
  Array.from({ length: count }, (_, at) => new File([text], `${at}.txt`))
const count = (desk: FileDesk, state: string) => desk.state().transfers.filter((each) => each.state === state).length

const inA = ['/a', '/a/sub', '/a/foo', '/a/other']
const inB = ['/b', '/b/foo']

test('the folder that was asked for last is shown, whichever answer comes last', async () => {
  const { device, desk } = newDesk()
  const slow = device.hold('opendir', '/a')
  const toA = desk.show('/a')
  await slow.reached
  await desk.show('/b')
  expect(shown(desk)).toEqual(inB)
  slow.release()
  await toA
  expect(shown(desk)).toEqual(inB)
  await desk.show('/a')
  expect(shown(desk)).toEqual(inA)
})

test('a folder that nobody waits for any more cannot fail before their eyes', async () => {
  const { device, desk } = newDesk()
  const slow = device.hold('opendir', '/gone')
  const toGone = desk.show('/gone')
  await slow.reached
  await desk.show('/b')
  slow.release()
  await toGone
  expect(desk.state().error).toBeUndefined()
  await desk.show('/gone')
  expect([desk.state().error?.reason, desk.state().path]).toEqual(['missing', '/b'])
})

test('what ends late in one folder leaves another one as it is, and nothing of it is touched', async () => {
  const { device, desk } = newDesk()
  await desk.show('/a')
  const foo = entry(desk, 'foo')
  const slow = device.hold('remove', '/a/foo')
  const removed = desk.remove(foo)
  await slow.reached
  await desk.show('/b')
  slow.release()
  await removed
  expect(shown(desk)).toEqual(inB)
  expect([device.files.has('/a/foo'), device.files.has('/b/foo')]).toEqual([false, true])
  // From a dialog that was opened in /a.
  await desk.remove(foo)
  expect([desk.state().error?.reason, device.files.has('/b/foo')]).toEqual(['missing', true])
  await desk.remove(entry(desk, 'foo'))
  expect(shown(desk)).toEqual(['/b'])
})

test('a file is fetched, renamed, and a folder made, where the button was pressed', async () => {
  const { device, desk } = newDesk()
  await desk.show('/a')
  const foo = entry(desk, 'foo')
  await desk.show('/b')
  expect(await (await desk.download(foo))?.text()).toBe('/a/foo')
  await desk.rename(foo, 'bar')
  await desk.makeFolder('/a', 'new')
  expect(['/a/bar', '/b/foo', '/a/new', '/b/bar'].map((path) => device.files.has(path))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(shown(desk)).toEqual(inB)
})

test('two changes of one folder that end in the other order are both seen', async () => {
  const { device, desk } = newDesk()
  await desk.show('/a')
  const slow = device.hold('remove', '/a/foo')
  const first = desk.remove(entry(desk, 'foo'))
  await slow.reached
  await desk.remove(entry(desk, 'other'))
  expect(shown(desk)).toEqual(['/a', '/a/sub', '/a/foo'])
  slow.release()
  await first
  expect(shown(desk)).toEqual(['/a', '/a/sub'])
})

test('a change is seen, too, when it ends on a way that leads nowhere', async () => {
  const { device, desk } = newDesk()
  await desk.show('/a')
  const slow = device.hold('opendir', '/gone')
  const toGone = desk.show('/gone')
  await slow.reached
  const removed = desk.remove(entry(desk, 'foo'))
  await expect.poll(() => device.files.has('/a/foo')).toBe(false)
  slow.release()
  await Promise.all([toGone, removed])
  expect(shown(desk)).toEqual(['/a', '/a/sub', '/a/other'])
  expect(desk.state().error?.reason).toBe('missing')
})

test('an upload stays in its folder and calls nobody back', async () => {
  const { device, desk } = newDesk()
  await desk.show('/a')
  const slow = device.hold('write', '/a/0.txt')
  desk.upload(newFiles(1))
  await slow.reached
  const walk = device.hold('opendir', '/b')
  const toB = desk.show('/b')
  await walk.reached
  slow.release()
  await until(desk, () => count(desk, 'done') === 1)
  walk.release()
  await toB
  expect(shown(desk)).toEqual(inB)
  expect(device.files.get('/a/0.txt')).toBe('new')
})

test('what is to be replaced is replaced in the folder that it was for', async () => {
  const { device, desk } = newDesk()
  await desk.show('/a')
  desk.upload([new File(['new'], 'foo')])
  await until(desk, ({ asking }) => asking.length === 1)
  await desk.show('/b')
  // Another question does not take the place of the first.
  desk.upload([new File(['new'], 'foo')])
  await until(desk, ({ asking }) => asking.length === 2)
  desk.replace(desk.state().asking.slice(0, 1))
  await until(desk, () => count(desk, 'done') === 1)
  expect([device.files.get('/a/foo'), device.files.get('/b/foo')]).toEqual(['new', '/b/foo'])
})

test('files that are dropped before any folder is shown go home, and home is shown', async () => {
  const { desk } = newDesk()
  desk.upload(newFiles(2))
  await until(desk, () => count(desk, 'done') === 2 && idle(desk.state()))
  expect(shown(desk)).toEqual(['/home', '/home/0.txt', '/home/1.txt'])
})

test('of fifty files three are on their way, the others wait in sight and can be stopped', async () => {
  const { device, desk } = newDesk()
  await desk.show('/a')
  const slow = device.hold('write')
  desk.upload(newFiles(50))
  await until(desk, () => count(desk, 'waiting') === 47)
  await expect.poll(() => device.opened.length).toBe(3)
  expect(count(desk, 'running')).toBe(3)
  const last = desk.state().transfers.at(-1)
  desk.stop(last?.id ?? '')
  await until(desk, () => count(desk, 'stopped') === 1)
  slow.release()
  await until(desk, () => count(desk, 'waiting') + count(desk, 'running') === 0 && idle(desk.state()))
  expect(device.files.get('/a/48.txt')).toBe('new')
  expect(device.files.has('/a/49.txt')).toBe(false)
  expect(desk.state().entries).toHaveLength(3 + 49)
  // Of what ended as it should the list keeps the last.
  expect(desk.state().transfers).toHaveLength(20)
})

test('who is stopped before it is there does not empty the file that it would have replaced', async () => {
  const { device, desk } = newDesk()
  await desk.show('/a')
  device.drop()
  const slow = device.hold('init')
  desk.replace([{ file: new File(['new'], 'foo'), folder: '/a' }])
  await slow.reached
  desk.stop(desk.state().transfers[0]?.id ?? '')
  slow.release()
  await until(desk, () => count(desk, 'stopped') === 1)
  expect(device.files.get('/a/foo')).toBe('/a/foo')
})

test('files that fail are all said, on one new connection for all of them', async () => {
  const { device, desk } = newDesk()
  await desk.show('/a')
  const slow = device.hold('write')
  desk.upload(newFiles(3))
  await slow.reached
  await expect.poll(() => device.opened.length).toBe(3)
  device.drop()
  await until(desk, () => count(desk, 'failed') === 3 && idle(desk.state()))
  slow.release()
  expect(device.lanes.filter(({ isOpen }) => isOpen)).toHaveLength(1)
  expect(device.lanes).toHaveLength(2)
  device.drop()
  // Nothing to open one with: every one of them fails.
  desk.replace(newFiles(30).map((file) => ({ file, folder: '/nowhere' })))
  await until(desk, () => count(desk, 'failed') === 33)
  expect(device.lanes).toHaveLength(3)
  desk.tidy()
  expect(desk.state().transfers).toEqual([])
})

test('once it is closed no connection is left, not even by what was stopped', async () => {
  const { device, desk } = newDesk()
  await desk.show('/a')
  const slow = device.hold('write')
  desk.upload(newFiles(5))
  await slow.reached
  expect(device.lanes.some(({ isOpen }) => isOpen)).toBe(true)
  desk.close()
  slow.release()
  await until(desk, () => count(desk, 'stopped') === 5 && idle(desk.state()))
  await desk.show('/b')
  expect(device.lanes.some(({ isOpen }) => isOpen)).toBe(false)
  expect(desk.state().error?.reason).toBe('broken')
})
