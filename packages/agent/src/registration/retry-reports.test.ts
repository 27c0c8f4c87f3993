import { ApiError } from '@sshore/client'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { retryReports } from './retry-reports.ts'

test('a trouble with registering is said once, with what comes next, and again when it changes', () => {
  const lines: string[] = []
  const log = createLog({ json: false, calendar: () => 0, write: (line) => lines.push(line.slice('00:00:00 '.length)) })
  const report = retryReports(log, 'https://sshore.example.com')
  const refused = new ApiError({ status: 404, code: 'namespace_not_found', message: 'There is no such namespace.' })
  for (const waitSeconds of [1, 2, 4]) report(new Error('connection refused'), waitSeconds, true)
  for (const waitSeconds of [197, 250]) report(refused, waitSeconds, false)
  const after = 'then quietly until that changes'
  expect(lines).toEqual([
    `warn  cannot register at https://sshore.example.com: connection refused; trying again in 1 s, ${after}\n`,
    `error the server refuses this device: There is no such namespace. Check --server and --tenant; trying again in 197 s, ${after}\n`,
  ])
})
