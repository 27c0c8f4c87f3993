import { expect, test } from 'vitest'
import { serverActor } from '../../platform/actor.ts'
import { changeServer } from '../../platform/change.ts'
import { hours } from '../../platform/clock.ts'
import { secondServices } from '../../test-device.ts'
import { startSamlProvider } from './testing/saml-provider.ts'
import { startTestServer } from '../../test-server.ts'
import { refresh } from './configuration.ts'

const stopping = new AbortController().signal

test('the metadata of the provider is read again each day, and another provider is not taken for it', async () => {
  await using stack = await startTestServer()
  const get = async () => stack.server.transport({ method: 'GET', path: '/api/user/saml/metadata', headers: {} })
  const provider = await startSamlProvider(async () => (await get()).text)
  await stack.internal.adminSetSaml({ body: { enable: true, idp: { metadata_url: provider.metadataUrl } } })
  await using services = await secondServices(stack)
  const again = () => refresh(services, (inside, about) => changeServer(services, serverActor, inside, about), stopping)
  const known = async () => (await stack.internal.adminGetAuthentication()).body.saml.idp
  const first = provider.certificate
  provider.changeKey()
  await again()
  expect((await known())?.certificates).toEqual([first])
  stack.clock.advance(hours(25))
  await again()
  expect((await known())?.certificates).toEqual([provider.certificate])
  // Away for a day: what is known stays.
  stack.clock.advance(hours(25))
  await provider[Symbol.asyncDispose]()
  await expect(again()).rejects.toMatchObject({ code: 'saml_metadata' })
  expect((await known())?.certificates).toEqual([provider.certificate])
  // What answers there now calls itself otherwise.
  await using open = await stack.openDatabase()
  await using other = await startSamlProvider(async () => (await get()).text)
  const row = await open.database.selectFrom('settings').select('value').where('name', '=', 'saml').executeTakeFirst()
  const value =
    row?.value.replace(`"metadata_url":"${provider.metadataUrl}"`, `"metadata_url":"${other.metadataUrl}"`) ?? ''
  await open.database.updateTable('settings').set({ value }).where('name', '=', 'saml').execute()
  await expect(again()).rejects.toThrow('another one now')
  expect((await known())?.certificates).toEqual([provider.certificate])
})
