// One input that works for each call of single sign-on, as far as one can without a browser.
import { generateKeyPairSync } from 'node:crypto'
import { selfSignedCertificate } from './features/saml/self-signed-certificate.ts'
import type { Sample } from './test-samples.ts'
import { newUser, unique, type World } from './test-world.ts'

const certificate = selfSignedCertificate(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, 'sample', 0)

/** Switches it on, with a provider that nobody asks. */
async function singleSignOn({ stack }: World): Promise<void> {
  const idp = {
    entity_id: 'https://idp.example.org/metadata',
    signon_url: 'https://idp.example.org/sso',
    certificate,
    mappings: { email: 'mail', name: 'displayName' },
  }
  await stack.internal.adminSetSaml({ body: { enable: true, idp } })
}

const withSignOn =
  (sample: Sample) =>
  async (world: World): Promise<Sample> => {
    await singleSignOn(world)
    return sample
  }

const ticket = { ticket: 'a ticket of nobody', verifier: 'a text that the browser kept' }

export const samlSamples = {
  getSamlUrl: withSignOn({ query: { challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' } }),
  getSamlMetadata: withSignOn({}),
  receiveSamlAssertion: withSignOn({ body: { SAMLResponse: 'PHg+', RelayState: 'here' } }),
  redeemSamlTicket: withSignOn({ body: ticket }),
  linkSamlIdentity: withSignOn({ body: { ...ticket, password: 'correct horse' } }),
  adminGetAuthentication: withSignOn({}),
  async adminSetLocalAuthentication(world: World): Promise<Sample> {
    await singleSignOn(world)
    await world.stack.internal.adminSetLocalAuthentication({ body: { enable: false } })
    return { body: { enable: true } }
  },
  async adminSetSaml(world: World): Promise<Sample> {
    await singleSignOn(world)
    const idp = {
      metadata_url: '',
      entity_id: unique('https://idp.example.org/'),
      signon_url: 'https://idp.example.org/other',
      certificate,
      certificates: [certificate],
      mappings: { email: 'mail', name: 'cn' },
    }
    return { body: { enable: true, create_users: false, idp, sp: { sign_requests: true } } }
  },
  adminTrySaml: async (): Promise<Sample> => ({
    body: { idp: { entity_id: 'https://idp.example.org', signon_url: 'http://127.0.0.1:1/sso', certificate } },
  }),
  adminListSamlIdentities: async (world: World): Promise<Sample> => ({ params: { id: (await newUser(world)).id } }),
  async adminLinkSaml(world: World): Promise<Sample> {
    await singleSignOn(world)
    return { params: { id: (await newUser(world)).id }, body: { name_id: unique('subject') } }
  },
  async adminUnlinkSaml(world: World): Promise<Sample> {
    await singleSignOn(world)
    const { id } = await newUser(world)
    await world.stack.internal.adminLinkSaml({ params: { id }, body: { name_id: unique('subject') } })
    return { params: { id } }
  },
}
