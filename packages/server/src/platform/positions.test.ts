import { mkdtempDisposable, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { geoDatabase } from '../testing/geo-database.ts'
import { nowhere, openPositions } from './positions.ts'

const lisbon = { latitude: 38.7167, longitude: -9.1333 }
const suva = { latitude: -18.1416, longitude: 178.4419 }
const networks = [
  { network: '81.2.69.0/24', ...lisbon },
  { network: '2606:4700::/32', ...suva },
]

function logged() {
  const lines: string[] = []
  return { lines, log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }) }
}

const temporary = () => mkdtempDisposable(join(tmpdir(), 'sshore-geo-'))

test('an address is where the database says, in every spelling; private and unknown ones are nowhere', async () => {
  await using folder = await temporary()
  const file = join(folder.path, 'city.mmdb')
  await writeFile(file, geoDatabase([...networks, { network: '10.0.0.0/8', ...suva }]))
  const { log, lines } = logged()
  const positions = await openPositions(file, log)
  expect(positions.of('81.2.69.142')).toEqual(lisbon)
  expect(positions.of('::ffff:81.2.69.142')).toEqual(lisbon)
  expect(positions.of('2606:4700::1111')).toEqual(suva)
  for (const address of ['81.2.70.1', '10.1.2.3', '127.0.0.1', '::1', 'fd00::1', '', 'a name']) {
    expect([address, positions.of(address)]).toEqual([address, nowhere])
  }
  expect(lines).toEqual([])
})

test('without a database every address is nowhere', async () => {
  const positions = await openPositions(undefined, logged().log)
  await positions.refresh()
  expect(positions.of('81.2.69.142')).toEqual(nowhere)
})

test('a file that is not there, or is no database, is refused by the name of the setting', async () => {
  await using folder = await temporary()
  const file = join(folder.path, 'city.mmdb')
  const { log } = logged()
  await expect(openPositions(file, log)).rejects.toThrow(/cannot be read \(ENOENT.*SSHORE_GEO_DATABASE/s)
  await expect(openPositions(folder.path, log)).rejects.toThrow(/cannot be read/)
  const good = geoDatabase(networks)
  for (const bad of [Buffer.alloc(0), Buffer.from('no database'), good.subarray(0, -20), good.subarray(200)]) {
    await writeFile(file, bad)
    await expect(openPositions(file, log)).rejects.toThrow(/is damaged, or no file in MaxMind's format.*SSHORE_GEO/s)
  }
  await writeFile(file, good)
  expect((await openPositions(file, log)).of('81.2.69.1')).toEqual(lisbon)
})

test('a database of another kind is taken with a warning', async () => {
  await using folder = await temporary()
  const file = join(folder.path, 'country.mmdb')
  await writeFile(file, geoDatabase([], 'GeoLite2-Country'))
  const { log, lines } = logged()
  expect((await openPositions(file, log)).of('81.2.69.1')).toEqual(nowhere)
  expect(lines.join()).toContain('GeoLite2-Country')
})

test('a database that is replaced is read again; one that is no good leaves the one before', async () => {
  await using folder = await temporary()
  const file = join(folder.path, 'city.mmdb')
  await writeFile(file, geoDatabase(networks))
  const { log, lines } = logged()
  const positions = await openPositions(file, log)
  await positions.refresh()
  expect(lines).toEqual([])

  await writeFile(`${file}.new`, geoDatabase([{ network: '81.2.69.0/24', ...suva }]))
  await rename(`${file}.new`, file)
  await positions.refresh()
  expect(positions.of('81.2.69.1')).toEqual(suva)
  expect(lines.join()).toContain('read the database of positions anew')

  await writeFile(file, 'broken')
  await positions.refresh()
  expect(positions.of('81.2.69.1')).toEqual(suva)
  expect(lines.at(-1)).toContain('is no good; the one before goes on')
  const told = lines.length
  await positions.refresh()
  expect(lines).toHaveLength(told)
  await rm(file)
  await positions.refresh()
  expect(positions.of('81.2.69.1')).toEqual(suva)
  expect(lines).toHaveLength(told + 1)
})
