import { expect, test } from 'vitest'
import { createTestServer, testDevice, testUid } from '../test-server-api.ts'
import type { SessionUid, UserId } from '@sshore/contract'
import type { StepContext } from './login-steps.ts'
import { secondFactor } from './second-factor.ts'

const ana = 'a'.repeat(24) as UserId
const device = { ...testDevice, require_mfa: true }
const context = (more: Partial<StepContext> = {}): StepContext => ({
  device,
  username: 'root',
  method: 'publickey',
  ipAddress: '203.0.113.9',
  sessionUid: 'b'.repeat(64) as SessionUid,
  member: undefined,
  twoFactors: false,
  ...more,
})

test('asks nothing where the namespace does not want it, or two factors were shown', async () => {
  const server = createTestServer()
  const step = secondFactor(server.client)
  expect(await step.prompt(context({ device: testDevice }))).toBeUndefined()
  expect(await step.prompt(context({ member: ana, twoFactors: true }))).toBeUndefined()
  expect(await step.prompt(context())).toMatchObject({ questions: [{ shown: true }, { shown: false }] })
})

test('asks a member whom the first proof names for the code alone, and ends where there is none', async () => {
  const server = createTestServer()
  const step = secondFactor(server.client)
  server.answers.set('/internal/mfa/question', { enabled: true, username: 'ana' })
  const questions = [{ text: 'One-time code of ana: ', shown: false }]
  expect(await step.prompt(context({ member: ana }))).toMatchObject({ questions })
  server.answers.set('/internal/mfa/question', { enabled: false, username: 'ana' })
  expect(await step.prompt(context({ member: ana }))).toMatchObject({ code: 'no_second_factor', username: 'ana' })
})

test('has the server judge what was typed, with where and by whom', async () => {
  const server = createTestServer()
  const step = secondFactor(server.client)
  server.answers.set('/internal/mfa/answer', { outcome: 'right', username: 'ana' })
  expect(await step.check(context(), ['ana', '123456'])).toBe(true)
  expect(await step.check(context({ member: ana }), ['123456'])).toBe(true)
  const place = { device_uid: testUid, ip_address: '203.0.113.9', code: '123456' }
  expect(server.callsTo(/mfa\/answer/)).toMatchObject([
    { ...place, identifier: 'ana' },
    { ...place, identifier: '', user_id: ana },
  ])
  server.answers.set('/internal/mfa/answer', { outcome: 'wrong' })
  expect(await step.check(context(), ['ana', '123456'])).toBe(false)
  server.answers.set('/internal/mfa/answer', { outcome: 'locked', wait_seconds: 61 })
  expect(await step.check(context(), ['ana', '123456'])).toEqual({ code: 'member_locked', waitSeconds: 61 })
})

test('does not carry to the server what nobody types', async () => {
  const server = createTestServer()
  const step = secondFactor(server.client)
  expect(await step.check(context(), ['a'.repeat(255), '123456'])).toBe(false)
  expect(await step.check(context(), ['ana', '1'.repeat(100_000)])).toBe(false)
  expect(server.callsTo(/mfa/)).toEqual([])
})
