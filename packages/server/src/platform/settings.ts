// Facts about the whole server that outlive it, each with a default for as long as nobody has said otherwise.
import { initialSamlSettings } from '../features/saml/settings.ts'
import { json } from './database/codecs.ts'
import type { Database } from './database/schema.ts'

const defaults = {
  /** Setup was done, or made needless by a user from the command line. Never goes back. */
  setup_done: false,
  /** People may sign in with a password of this server. */
  local_authentication: true,
  /** Single sign-on. */
  saml: initialSamlSettings,
  /** The key that signs requests to identity providers, sealed; empty until one is needed. */
  saml_key: '',
}

type Settings = typeof defaults

export async function readSetting<Name extends keyof Settings>(
  database: Database,
  name: Name,
): Promise<Settings[Name]> {
  const row = await database.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row ? json<Settings[Name]>().read(row.value) : defaults[name]
}

export async function writeSetting<Name extends keyof Settings>(
  database: Database,
  name: Name,
  value: Settings[Name],
): Promise<void> {
  const text = json<Settings[Name]>().write(value)
  await database
    .insertInto('settings')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute()
}
