import { ApiError } from '@sshore/client'
import { expect, it } from 'vitest'
import { endingOf } from './exit-codes.ts'

it.each([
  { code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' },
  { code: 'ERR_SQLITE_ERROR', errcode: 13, message: 'database or disk is full' },
])('says of a full disk ($code) what to do, and shows no stack', ({ message, ...told }) => {
  const ending = endingOf(Object.assign(new Error(message), told))
  expect(ending).toMatchObject({ exitCode: 1, code: 'disk_full', unexpected: false })
  expect(ending?.message).toContain('Make room')
})

it.each([
  { errcode: 26, message: 'file is not a database' },
  { errcode: 779, message: 'database disk image is malformed' },
])('says of a damaged database ($errcode) what to do, and shows no stack', ({ message, errcode }) => {
  const ending = endingOf(Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode }))
  expect(ending).toMatchObject({ exitCode: 1, code: 'database_damaged', unexpected: false })
  expect(ending?.message).toContain('sshore restore')
})

it('shows the stack of a fault of ours', () => {
  const fault = Object.assign(new Error('no such table: users'), { code: 'ERR_SQLITE_ERROR', errcode: 1 })
  expect(endingOf(fault)).toMatchObject({ exitCode: 1, code: 'unexpected', unexpected: true })
})

it('says where to look when the server failed', () => {
  const failure = { status: 500, code: 'internal', message: 'Internal Server Error', fields: [] }
  const ending = endingOf(new ApiError(failure))
  expect(ending).toMatchObject({ exitCode: 1, code: 'internal', unexpected: false })
  expect(ending?.message).toContain('sshore doctor')
})
