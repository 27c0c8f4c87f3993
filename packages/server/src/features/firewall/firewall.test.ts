import { ApiError } from '@sshore/client'
import { contract, editions, type FirewallRuleChoices, type FirewallRuleId, limits } from '@sshore/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptedDevice } from '../../test-device.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { getState, listAllRules } from './firewall.store.ts'

type Member = Awaited<ReturnType<TestServer['signUp']>>

const rule = (choices: Partial<FirewallRuleChoices> = {}): FirewallRuleChoices => ({
  action: 'deny',
  active: true,
  priority: 10,
  source_ip: '.*',
  username: '.*',
  filter: { hostname: '.*' },
  ...choices,
})

const add = async (member: Member, choices: Partial<FirewallRuleChoices> = {}) =>
  (await member.client.createFirewallRule({ body: rule(choices) })).body

async function world() {
  await using undo = new AsyncDisposableStack()
  const stack = undo.use(await startTestServer())
  const ana = await stack.signUp('ana')
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'lab-pi' })
  const visit = async (ip: string, username = 'root', more = {}) =>
    (await stack.internal.resolveAddress({ body: { address: 'ana.lab-pi', username, ip_address: ip, ...more } })).body
  const evaluate = async (source_ip: string, username = 'root') =>
    (await ana.client.evaluateFirewall({ query: { device: uid, username, source_ip } })).body
  const resources = undo.move()
  return { stack, ana, uid, visit, evaluate, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

test('without a rule everybody is let through, and with one only those whom it does not deny', async () => {
  await using all = await world()
  const { ana, visit } = all
  expect(await visit('203.0.113.9')).toMatchObject({ outcome: 'found' })
  await add(ana, { source_ip: String.raw`203\.0\.113\..*` })
  const denied = { outcome: 'denied', reason: 'the firewall keeps root from 203.0.113.9 out.' }
  expect(await visit('203.0.113.9')).toEqual(denied)
  expect(await visit('::ffff:203.0.113.9')).toEqual(denied)
  expect(await visit('::FFFF:cb00:7109')).toEqual(denied)
  expect(await visit('198.51.100.4')).toMatchObject({ outcome: 'found' })
  // Anchored: another address that has this one in it.
  expect(await visit('1203.0.113.9')).toMatchObject({ outcome: 'found' })
})

test('the lowest priority that matches decides, of equal ones the oldest, and a rule that is off is passed over', async () => {
  await using all = await world()
  const { ana, evaluate } = all
  const last = await add(ana, { priority: 20 })
  const first = await add(ana, { priority: 5, action: 'allow', username: 'root' })
  await add(ana, { priority: 5, username: 'root' })
  expect([last.id, first.id]).toEqual([1, 2])
  expect(await evaluate('203.0.113.9')).toEqual({ allowed: true, rule: first, reason: '' })
  expect(await evaluate('203.0.113.9', 'pi')).toMatchObject({ allowed: false, rule: { id: last.id } })
  await ana.client.updateFirewallRule({ params: { id: first.id }, body: rule({ ...first, active: false }) })
  expect(await evaluate('203.0.113.9')).toMatchObject({ allowed: false, rule: { id: 3 } })
  const { body, headers } = await ana.client.listFirewallRules({ query: { per_page: 2 } })
  expect([body.map(({ id }) => id), headers['X-Total-Count']]).toEqual([[2, 3], '3'])
})

test('only members learn which rule it was, and so do those who read the audit log', async () => {
  await using all = await world()
  const { stack, ana, visit } = all
  const bob = await stack.signUp('bob')
  await add(ana)
  const told = 'firewall rule 1 (deny, priority 10) keeps root from 203.0.113.9 out.'
  expect(await visit('203.0.113.9', 'root', { user_id: ana.id })).toEqual({ outcome: 'denied', reason: told })
  const vague = 'the firewall keeps root from 203.0.113.9 out.'
  expect(await visit('203.0.113.9', 'root', { user_id: bob.id })).toEqual({ outcome: 'denied', reason: vague })
  expect(await visit('203.0.113.9')).toEqual({ outcome: 'denied', reason: vague })
  const { body: entries } = await ana.client.listAudit({ query: { per_page: 100 } })
  const refusals = entries.filter(({ action }) => action === 'device.connection-refused')
  expect(refusals).toMatchObject([{ after: { username: 'root', ip_address: '203.0.113.9', reason: told } }])
})

test('a filter of tags follows the device and the tag, and what is all of a filter stays', async () => {
  await using all = await world()
  const { ana, uid, visit } = all
  const outcome = async () => (await visit('203.0.113.9')).outcome
  await expect(add(ana, { filter: { tags: ['bench'] } })).rejects.toMatchObject({ code: 'tag_not_found' })
  await ana.client.setDeviceTags({ params: { uid }, body: { tags: ['bench', 'left'] } })
  const { id } = await add(ana, { filter: { tags: ['bench'] } })
  const params = { id }
  expect(await outcome()).toBe('denied')
  await ana.client.setDeviceTags({ params: { uid }, body: { tags: ['left'] } })
  expect(await outcome()).toBe('found')
  await ana.client.addFirewallRuleTag({ params, body: { tag: 'left' } })
  expect(await outcome()).toBe('denied')
  await ana.client.renameTag({ params: { tag: 'left' }, body: { tag: 'right' } })
  expect((await ana.client.getFirewallRule({ params })).body.filter).toEqual({ tags: ['bench', 'right'] })
  expect(await outcome()).toBe('denied')
  await ana.client.removeFirewallRuleTag({ params, body: { tag: 'right' } })
  expect(await outcome()).toBe('found')
  await expect(ana.client.removeFirewallRuleTag({ params, body: { tag: 'bench' } })).rejects.toMatchObject({
    status: 406,
    code: 'last_tag',
  })
  await expect(ana.client.deleteTag({ params: { tag: 'bench' } })).rejects.toMatchObject({ code: 'tag_in_filter' })
  await ana.client.setFirewallRuleTags({ params, body: { tags: ['right', 'bench'] } })
  await ana.client.deleteTag({ params: { tag: 'bench' } })
  expect((await ana.client.getFirewallRule({ params })).body.filter).toEqual({ tags: ['right'] })
  expect(await outcome()).toBe('denied')
})

describe('wrong input', () => {
  const held = new AsyncDisposableStack()
  let ana: Member
  beforeAll(async () => {
    ana = await held.use(await startTestServer()).signUp('ana')
  })
  afterAll(() => held.disposeAsync())

  test.each([
    ['a regex that does not close', { username: 'root(' }, 'username'],
    ['what RE2 does not know', { source_ip: '(?=203).*' }, 'source_ip'],
    ['a reference back', { source_ip: String.raw`(1)\1` }, 'source_ip'],
    ['repetitions of repetitions', { username: `(${'x'.repeat(200)}){900}` }, 'username'],
    ['a host name that is none', { filter: { hostname: '[' } }, 'filter.hostname'],
    ['a priority below 0', { priority: -1 }, 'priority'],
    ['a priority in between', { priority: 1.5 }, 'priority'],
    ['a priority past 32 bits', { priority: 2 ** 31 }, 'priority'],
    ['another action', { action: 'drop' }, 'action'],
    ['a filter of nothing', { filter: {} }, 'filter'],
    ['four tags', { filter: { tags: ['aaa', 'bbb', 'ccc', 'ddd'] } }, 'filter'],
    ['a tag twice', { filter: { tags: ['aaa', 'aaa'] } }, 'filter'],
    ['tags and a host name', { filter: { hostname: '.*', tags: ['aaa'] } }, 'filter'],
    ['an empty regex', { username: '' }, 'username'],
    ['a regex of 1,025 characters', { username: 'x'.repeat(limits.firewall.patternChars + 1) }, 'username'],
  ])('%s is refused with the name of the field', async (_, wrong, field) => {
    const body = { ...rule(), ...wrong } as FirewallRuleChoices
    const refused = ana.client.createFirewallRule({ body })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
    const named = (error: unknown): readonly string[] => (error instanceof ApiError ? error.fields : [])
    const fields = await refused.then(() => [], named)
    expect(fields.some((name) => name.startsWith(field))).toBe(true)
  })
})

test('a number is never given twice, and those of another namespace do not exist', async () => {
  await using all = await world()
  const { stack, ana } = all
  const bob = await stack.signUp('bob')
  const { id } = await add(ana)
  await add(ana)
  await ana.client.deleteFirewallRule({ params: { id: 2 as FirewallRuleId } })
  expect((await add(ana)).id).toBe(3)
  const gone = { status: 404, code: 'firewall_rule_not_found' }
  await expect(ana.client.getFirewallRule({ params: { id: 2 as FirewallRuleId } })).rejects.toMatchObject(gone)
  await expect(bob.client.getFirewallRule({ params: { id } })).rejects.toMatchObject(gone)
  await expect(bob.client.deleteFirewallRule({ params: { id } })).rejects.toMatchObject(gone)
  expect((await add(bob)).id).toBe(1)
  expect((await ana.client.getFirewallRule({ params: { id } })).body.id).toBe(id)
})

test('a rule by host name has no place for tags', async () => {
  await using all = await world()
  const { ana } = all
  const { id } = await add(ana)
  const refused = { status: 400, code: 'firewall_rule_without_tags' }
  const params = { id }
  await expect(ana.client.addFirewallRuleTag({ params, body: { tag: 'bench' } })).rejects.toMatchObject(refused)
  await expect(ana.client.setFirewallRuleTags({ params, body: { tags: ['bench'] } })).rejects.toMatchObject(refused)
  await expect(ana.client.removeFirewallRuleTag({ params, body: { tag: 'bench' } })).rejects.toMatchObject(refused)
})

test('a rule that cannot be evaluated lets nobody in who comes to it', async () => {
  await using all = await world()
  const { stack, ana, evaluate, visit } = all
  await add(ana, { action: 'allow', username: 'pi', priority: 1 })
  const { id } = await add(ana, { action: 'allow', username: 'root', priority: 2 })
  await add(ana, { action: 'allow', priority: 3 })
  await using open = await stack.openDatabase()
  const damage = async (fields: { username?: string; hostname?: null }) => {
    await open.database.updateTable('firewall_rules').set(fields).where('number', '=', id).execute()
    await open.database
      .updateTable('firewall_states')
      .set({ state: JSON.stringify(fields) })
      .execute()
  }
  expect(await evaluate('203.0.113.9', 'ada')).toMatchObject({ allowed: true, rule: { id: 3 } })
  await damage({ username: '(' })
  const reason = expect.stringContaining('firewall rule 2 cannot be evaluated') as unknown
  expect(await evaluate('203.0.113.9', 'ada')).toMatchObject({ allowed: false, rule: { id }, reason })
  expect(await evaluate('203.0.113.9', 'pi')).toMatchObject({ allowed: true, rule: { id: 1 } })
  await damage({ username: 'root', hostname: null })
  const visited = await visit('203.0.113.9', 'ada', { user_id: ana.id })
  expect(visited).toEqual({ outcome: 'denied', reason })
})

test('what another process writes holds at once, and rules without a state are found', async () => {
  await using all = await world()
  const { stack, ana, evaluate } = all
  const { id } = await add(ana)
  expect(await evaluate('203.0.113.9')).toMatchObject({ allowed: false })
  await using open = await stack.openDatabase()
  const scope = { tenantId: ana.tenantId }
  expect(await listAllRules(open.database, scope)).toHaveLength(1)
  await open.database.deleteFrom('firewall_states').execute()
  expect(await getState(open.database, scope)).toBe('')
  await open.database.updateTable('firewall_rules').set({ action: 'allow' }).where('number', '=', id).execute()
  expect(await evaluate('203.0.113.9')).toMatchObject({ allowed: true, rule: { id } })
  expect((await add(ana)).id).toBe(2)
})

test('a namespace has so many rules and no more', async () => {
  await using all = await world()
  const { stack, ana } = all
  const { id } = await add(ana)
  await using open = await stack.openDatabase()
  const [row] = await open.database.selectFrom('firewall_rules').selectAll().execute()
  const rows = Array.from({ length: limits.firewall.rulesPerNamespace - 1 }, (_, index) => ({
    ...(row ?? expect.unreachable()),
    number: (id + index + 1) as FirewallRuleId,
  }))
  for (let at = 0; at < rows.length; at += 200) {
    await open.database
      .insertInto('firewall_rules')
      .values(rows.slice(at, at + 200))
      .execute()
  }
  await open.database.deleteFrom('firewall_states').execute()
  await expect(add(ana)).rejects.toMatchObject({ status: 409, code: 'firewall_rule_limit' })
  await ana.client.deleteFirewallRule({ params: { id } })
  expect(await add(ana)).toMatchObject({ id: 1001 })
})

test('trying a connection needs an address and a device of the namespace, and writes nothing down', async () => {
  await using all = await world()
  const { stack, ana, uid, evaluate } = all
  const bob = await stack.signUp('bob')
  await add(ana)
  await expect(evaluate('somewhere')).rejects.toMatchObject({ status: 400, fields: ['source_ip'] })
  const query = { device: uid, username: 'root', source_ip: '203.0.113.9' }
  await expect(bob.client.evaluateFirewall({ query })).rejects.toMatchObject({ code: 'device_not_found' })
  expect(await evaluate('2001:DB8:0:0::1')).toMatchObject({
    reason: 'firewall rule 1 (deny, priority 10) keeps root from 2001:db8::1 out.',
  })
  const { body } = await ana.client.listAudit({ query: { per_page: 100 } })
  expect(body.filter(({ action }) => action === 'device.connection-refused')).toEqual([])
})

test('where the edition has no firewall, its calls say so and its rules do not hold', async () => {
  await using stack = await startTestServer({ edition: editions[0] })
  const ana = await stack.signUp('ana')
  await expect(add(ana)).rejects.toMatchObject({ status: 404, code: 'feature_absent' })
  expect(contract.createFirewallRule.feature).toBe('firewall')
})
