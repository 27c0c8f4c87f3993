import { editions } from '@sshore/contract'
import { expect, it } from 'vitest'
import { jsonOf, startTestInstance } from '../test-instance.ts'

it('adds, lists, edits, tries and removes rules', async () => {
  await using server = await startTestInstance({ SSHORE_EDITION: editions[1] })
  const ada = await server.signUp('ada')
  await server.device(ada.tenantId, 'lab-pi')
  const on = (words: string) => server.beside(`firewall ${words} --json`)
  const added = await on('create ada deny --priority 7 --user root --host lab-.*')
  expect(added).toMatchObject({ code: 0 })
  expect(added.stderr).toContain('Sessions that run now go on')
  const rule = JSON.parse(added.stdout) as object
  expect(rule).toMatchObject({ id: 1, action: 'deny', priority: 7, source_ip: '.*', username: 'root' })
  expect(await jsonOf(on('list ada'))).toEqual([rule])
  const shown = await server.beside('firewall list ada')
  expect(shown.stdout).toMatch(/^RULE +PRIORITY +ACTION +FROM +LOGIN NAMES +DEVICES +ACTIVE\n1 +7 +deny/)
  expect(await jsonOf(on('test ada lab-pi root 203.0.113.9'))).toMatchObject({ allowed: false, rule })
  const tried = await server.beside('firewall test ada lab-pi root ::ffff:203.0.113.9')
  expect(tried.stdout).toBe('Denied: firewall rule 1 (deny, priority 7) keeps root from 203.0.113.9 out.\n')
  expect((await server.beside('firewall test ada lab-pi pi 203.0.113.9')).stdout).toBe(
    'Allowed, since no rule matches.\n',
  )
  expect(await jsonOf(on('edit ada 1 --action allow --priority 2'))).toEqual({ ...rule, action: 'allow', priority: 2 })
  expect((await server.beside('firewall test ada lab-pi root 203.0.113.9')).stdout).toBe('Allowed, by rule 1.\n')
  expect(await jsonOf(on('edit ada 1 --inactive'))).toMatchObject({ action: 'allow', active: false })
  expect(await on('remove ada 1 --yes')).toMatchObject({ code: 0 })
  expect(await jsonOf(on('list ada'))).toEqual([])
})

it('says what was wrong', async () => {
  await using server = await startTestInstance({ SSHORE_EDITION: editions[1] })
  await server.signUp('ada')
  const on = (words: string) => server.beside(`firewall ${words} --json`)
  expect(await on('create ada drop')).toMatchObject({ code: 2 })
  expect(await on('create ada deny --user root(')).toMatchObject({ code: 2 })
  const network = await on('create ada deny --from 10.0.0.0/8')
  expect(network).toMatchObject({ code: 2 })
  expect(network.stdout).toContain('for the network 10.0.0.0/8')
  expect(await on('create ada deny --priority many')).toMatchObject({ code: 2 })
  expect(await on('create ada deny --tag nothing')).toMatchObject({ code: 3 })
  expect(await on('create ada deny --tag nothing --host .*')).toMatchObject({ code: 2 })
  expect(await on('edit ada first --inactive')).toMatchObject({ code: 2 })
  expect(await on('edit ada 9 --inactive')).toMatchObject({ code: 3 })
  expect(await on('remove ada 9 --yes')).toMatchObject({ code: 3 })
  expect(await on('test ada nowhere root 203.0.113.9')).toMatchObject({ code: 3 })
})

it('is not there in the smallest edition', async () => {
  await using server = await startTestInstance()
  await server.signUp('ada')
  expect(await server.beside('firewall list ada')).toMatchObject({ code: 3 })
})
