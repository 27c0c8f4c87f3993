import { features } from '@sshore/contract'
import { expect, it } from 'vitest'
import { jsonOf, startTestInstance } from '../test-instance.ts'

const settings = { SSHORE_EDITION: features.tunnels[0], SSHORE_TUNNELS_DOMAIN: 'tunnels.test' }

it('opens tunnels and prints their addresses, lists and closes them', async () => {
  await using server = await startTestInstance(settings)
  const ada = await server.signUp('ada')
  await server.device(ada.tenantId, 'lab-pi')
  expect(await server.beside('tunnel create ada lab-pi 3000')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nobody has accepted this device') as string,
  })
  await server.beside('device accept ada lab-pi')
  const made = await server.beside('tunnel create ada lab-pi 3000')
  const { port } = new URL(server.url)
  expect(made.stdout).toMatch(new RegExp(`^http://[0-9a-f]{32}\\.tunnels\\.test:${port}\n$`))
  expect(made.stderr).toContain('Whoever knows the address gets in')
  const more = 'tunnel create ada lab-pi [::1]:8080 --expires never --members --json'
  expect(await jsonOf(server.beside(more))).toMatchObject({ host: '::1', port: 8080, ttl: -1, members_only: true })
  expect(await jsonOf(server.beside('tunnel create ada lab-pi nas.lan:80 --expires 2d --json'))).toMatchObject({
    host: 'nas.lan',
    ttl: 172_800,
  })
  // Opened again, it is for whom it was, unless that is said.
  const again = 'tunnel create ada lab-pi [::1]:8080 --expires never --json'
  expect(await jsonOf(server.beside(again))).toMatchObject({ members_only: true })
  expect(await jsonOf(server.beside(`${again} --everybody`))).toMatchObject({ members_only: false })
  expect(await jsonOf(server.beside(`${again} --members`))).toMatchObject({ members_only: true })
  expect(await server.beside(`${again} --members --everybody`)).toMatchObject({ code: 2 })
  const { stdout } = await server.beside('tunnel list ada lab-pi')
  expect(stdout).toMatch(/^ADDRESS +LEADS TO +FOR +EXPIRES\nhttp:\S+ +127\.0\.0\.1:3000 +everybody +\d{4}-/)
  expect(stdout).toMatch(/\[::1\]:8080 +members +never\n/)
  const closed = await server.beside('tunnel remove ada lab-pi 3000 --yes')
  expect(closed).toMatchObject({ code: 0, stdout: 'The tunnel to 127.0.0.1:3000 is closed.\n' })
  expect(await server.beside('tunnel remove ada lab-pi 3000 --yes')).toMatchObject({ code: 3 })
  expect(await jsonOf(server.beside('tunnel list ada lab-pi --json'))).toHaveLength(2)
})

it('says what was wrong', async () => {
  await using server = await startTestInstance(settings)
  const ada = await server.signUp('ada')
  await server.device(ada.tenantId, 'lab-pi')
  for (const words of ['lab-pi 0', 'lab-pi 70000', 'lab-pi http://nas.lan', 'lab-pi 80 --expires soon']) {
    expect([words, (await server.beside(`tunnel create ada ${words}`)).code]).toEqual([words, 2])
  }
  expect(await server.beside('tunnel create ada nothing 80')).toMatchObject({ code: 3 })
})

it('tells to name a domain where there is none', async () => {
  await using server = await startTestInstance({ SSHORE_EDITION: features.tunnels[0] })
  const ada = await server.signUp('ada')
  await server.device(ada.tenantId, 'lab-pi')
  const { code, stderr } = await server.beside('tunnel create ada lab-pi 80')
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('SSHORE_TUNNELS_DOMAIN') as string })
})
