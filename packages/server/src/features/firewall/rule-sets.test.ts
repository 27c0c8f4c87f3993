import { expect, test } from 'vitest'
import { scopeOf } from '../../platform/scope.ts'
import { startTestServer } from '../../test-server.ts'
import { decide } from './evaluation.ts'
import { RuleSets } from './rule-sets.ts'

const rule = (username: string, priority: number) =>
  ({ action: 'deny', active: true, priority, source_ip: '.*', username, filter: { hostname: '.*' } }) as const

test('rules are compiled when they change, the changed ones alone, and forgotten when there are too many', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  for (const { client } of [ana, bob]) {
    for (const [index, name] of ['a.*', 'b.*'].entries()) await client.createFirewallRule({ body: rule(name, index) })
  }
  await using open = await stack.openDatabase()
  const of = (sets: RuleSets, { tenantId }: typeof ana) => sets.of(open.database, scopeOf(tenantId))
  const patternOf = ({ rules }: Awaited<ReturnType<typeof of>>, index: number) => {
    const when = rules[index]?.when
    return when && 'username' in when ? when.username : undefined
  }
  const roomy = new RuleSets()
  const before = await of(roomy, ana)
  expect(await of(roomy, ana)).toBe(before)
  await ana.client.createFirewallRule({ body: rule('c.*', 2) })
  const after = await of(roomy, ana)
  expect(after.rules).toHaveLength(3)
  expect(patternOf(before, 0)).toBeDefined()
  expect(patternOf(after, 0)).toBe(patternOf(before, 0))
  const subject = { username: 'cora', address: '203.0.113.9', deviceName: 'pi', deviceTags: [] }
  expect((await decide(after.rules, subject))?.rule.number).toBe(3)
  expect(await decide(before.rules, subject)).toBeUndefined()
  await of(roomy, bob)
  expect(await of(roomy, ana)).toBe(after)
  const narrow = new RuleSets(5)
  const [first] = [await of(narrow, ana), await of(narrow, bob)]
  expect(await of(narrow, ana)).not.toBe(first)
})
