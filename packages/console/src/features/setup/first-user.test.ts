import { ApiError } from '@sshore/client'
import { expect, test } from 'vitest'
import { errorsFromServer, errorsOf } from './first-user.ts'

const ada = { name: 'Ada', email: 'ada@example.com', username: 'ada', password: 'analytical' }

test('every field that does not fit is named, with its rule', () => {
  expect(errorsOf(ada)).toEqual({})
  const wrong = { name: 'A', email: 'ada', username: 'a da', password: '1234' }
  expect(Object.keys(errorsOf(wrong))).toEqual(['name', 'email', 'username', 'password'])
  expect(errorsOf({ ...ada, password: '' })).toEqual({ password: 'Needed: 5 to 30 characters.' })
})

test("the server's list of fields becomes errors at those fields", () => {
  const taken = new ApiError({ status: 409, code: 'conflict', message: '', fields: ['username', 'unheard-of'] })
  expect(errorsFromServer(taken)).toEqual({ username: 'This user name is taken.' })
  expect(errorsFromServer(new ApiError({ status: 403, code: 'setup_done', message: '' }))).toEqual({})
})
