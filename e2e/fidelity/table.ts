// What came out, as the suite prints it.
import { areas } from './areas.ts'

export interface Row {
  readonly area: string
  readonly name: string
  readonly result: 'equal' | 'different' | 'unexpected'
  readonly because: string | undefined
}

const line = (cells: readonly (string | number)[]): string =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(22) : String(cell).padStart(11))).join('')

/** A line for each area, the sum, and every intended difference with its reason. */
export function tableOf(rows: readonly Row[]): string {
  const count = (result: Row['result'] | undefined, area?: string): number =>
    rows.filter((row) => (!result || row.result === result) && (!area || row.area === area)).length
  const numbers = (area?: string): number[] => [
    count(undefined, area),
    count('equal', area),
    count('different', area),
    count('unexpected', area),
  ]
  const differences = rows.filter(({ result }) => result !== 'equal')
  return [
    line(['', 'run', 'equal', 'different', 'unexpected']),
    ...areas.map(({ area }) => line([area, ...numbers(area)])),
    line(['all', ...numbers()]),
    ...differences.map(({ area, name, because }) => `${area}: ${name}: ${because ?? 'NOT INTENDED'}`),
  ].join('\n')
}
