import { ApiError } from '@sshore/client'
import { errors } from '@sshore/contract'
import { expect, test } from 'vitest'
import { askNamed } from './ask-named.ts'

const failing = (status: number, code: string) => async (): Promise<never> => {
  throw new ApiError({ status, code, message: 'What the server says.' })
}

test('an address that no identifier looks like leads to nothing, as that of a thing that is gone does', async () => {
  await expect(askNamed('session_not_found', failing(400, 'invalid_input'))).rejects.toMatchObject({
    code: 'session_not_found',
    ...errors.session_not_found,
  })
  for (const code of ['session_not_found', 'unreachable', 'forbidden']) {
    await expect(askNamed('device_not_found', failing(404, code))).rejects.toMatchObject({ code })
  }
  expect(await askNamed('session_not_found', async () => 'here')).toBe('here')
})
