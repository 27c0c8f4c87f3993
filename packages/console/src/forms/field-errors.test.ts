import { ApiError } from '@sshore/client'
import { contract } from '@sshore/contract'
import { expect, test } from 'vitest'
import { errorsFromServer, errorsOf } from './field-errors.ts'

const ada = { name: 'Ada', email: 'ada@example.com', username: 'ada', password: 'analytical' }
const schema = contract.setup.body

test('every field that does not fit is named, and what is missing', () => {
  expect(errorsOf(schema, ada)).toEqual({})
  const wrong = errorsOf(schema, { name: 'A', email: 'ada', username: 'a da', password: '1234' })
  expect(Object.keys(wrong).toSorted()).toEqual(['email', 'name', 'password', 'username'])
  expect(errorsOf(schema, { ...ada, password: undefined })).toEqual({ password: 'rule' })
})

test('a value that fits neither of two shapes is wrong where it stands', () => {
  const key = { data: 'AAAA', name: 'laptop', username: '.*' }
  expect(errorsOf(contract.createPublicKey.body, { ...key, filter: { tags: [] } })).toMatchObject({ filter: 'rule' })
  expect(errorsOf(contract.createPublicKey.body, { ...key, filter: { tags: ['lab'] } })).toEqual({})
})

test("the server's list of fields becomes errors at those fields", () => {
  const taken = new ApiError({ status: 409, code: 'conflict', message: '', fields: ['username'] })
  expect(errorsFromServer(taken)).toEqual({ username: 'taken' })
  const code = new ApiError({ status: 401, code: 'wrong_code', message: 'This code is wrong.', fields: ['code'] })
  expect(errorsFromServer(code)).toEqual({ code: 'said' })
  const input = new ApiError({ status: 400, code: 'invalid_input', message: '', fields: ['idp.entity_id'] })
  expect(errorsFromServer(input)).toEqual({ idp: 'rule', 'idp.entity_id': 'rule' })
  expect(errorsFromServer(new ApiError({ status: 403, code: 'setup_done', message: '' }))).toEqual({})
})
