// Every case against Debian's sshd and through gateway and agent, on the same machine with the same client.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from './areas.ts'
import type { Case, Observed } from './case.ts'
import { observe } from './observe.ts'
import type { Side } from './side.ts'
import { createSides, type Sides } from './sides.ts'
import { type Row, tableOf } from './table.ts'

const differencesMost = 4
const rows: Row[] = []
let sides: Sides | undefined

beforeAll(async () => {
  sides = await createSides()
})
afterAll(async () => {
  process.stdout.write(`\nFidelity, cases against Debian's sshd:\n${tableOf(rows)}\n`)
  await sides?.[Symbol.asyncDispose]()
})

function side(name: 'sshd' | 'sshore'): Side {
  if (!sides) throw new Error('The sides are there inside tests only.')
  return sides[name]
}

async function compare(area: string, one: Case, number: number): Promise<void> {
  const { name, differs } = one
  const row = { area, name, because: differs?.because }
  try {
    const direct = await observe(one, side('sshd'), number)
    const through = await observe(one, side('sshore'), number)
    const expected: { sshd: Observed; sshore: Observed } = {
      sshd: { ...direct, ...differs?.sshd },
      sshore: { ...direct, ...differs?.sshore },
    }
    expect(direct).toEqual(expected.sshd)
    expect(through).toEqual(expected.sshore)
    if (differs) expect(through, 'a difference that is gone').not.toEqual(direct)
    rows.push({ ...row, result: differs ? 'different' : 'equal' })
  } catch (failure) {
    rows.push({ ...row, result: 'unexpected' })
    throw failure
  }
}

const numbered = areas
  .flatMap(({ area, cases }) => cases.map((one) => ({ area, one })))
  .map((entry, number) => ({ ...entry, number }))

describe.each(areas)('$area', ({ area }) => {
  const own = numbered.filter((entry) => entry.area === area)
  it.concurrent.for(own.filter((entry) => !entry.one.alone))('$one.name', ({ one, number }) =>
    compare(area, one, number),
  )
  for (const { one, number } of own.filter((entry) => entry.one.alone)) {
    it(`${one.name}, alone`, () => compare(area, one, number))
  }
})

it('has fewer than five differences besides better words', () => {
  expect(numbered.filter(({ one }) => one.differs && !one.differs.betterWords).length).toBeLessThanOrEqual(
    differencesMost,
  )
})
