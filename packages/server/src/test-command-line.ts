// One input that works for each call of the command line beside the server, on things of ana's namespace.
import type { Sample } from './test-samples.ts'
import { testPassword } from './test-server.ts'
import {
  apiKey,
  authority,
  certificateRequest,
  newAuthority,
  newMember,
  newNamespace,
  newUser,
  ownAuthority,
  unique,
  type World,
} from './test-world.ts'

export const commandLineSamples = {
  getSetup: async () => ({}),
  listUsers: async () => ({ query: { page: 1, per_page: 10 } }),
  createUser: async () => {
    const username = unique('user')
    return {
      body: {
        username,
        email: `${username}@example.org`,
        password: testPassword,
        name: 'Some User',
        max_namespaces: 1,
      },
    }
  },
  setUserPassword: async (world) => ({
    params: { username: (await newUser(world)).username },
    body: { password: 'another one' },
  }),
  updateUserQuota: async (world) => ({
    params: { username: (await newUser(world)).username },
    body: { max_namespaces: 3 },
  }),
  setAdministrator: async (world) => ({
    params: { username: (await newUser(world)).username },
    body: { administrator: true },
  }),
  unlockUser: async (world) => ({ params: { username: (await newUser(world)).username } }),
  deleteUser: async (world) => ({ params: { username: (await newUser(world)).username } }),
  listAllNamespaces: async () => ({ query: { page: 1, per_page: 10 } }),
  createNamespaceFor: async () => ({
    body: { name: unique('space'), owner: 'ana', tenant_id: crypto.randomUUID(), type: 'team' },
  }),
  updateNamespaceByName: async (world) => ({
    params: { name: (await newNamespace(world)).name },
    body: {
      name: unique('renamed'),
      settings: { allow_local_forwarding: false },
      max_devices: 5,
      owner: (await newUser(world)).username,
    },
  }),
  deleteNamespaceByName: async (world) => ({ params: { name: (await newNamespace(world)).name } }),
  getNamespaceByName: async () => ({ params: { name: 'ana' } }),
  updateMemberByName: async (world) => ({
    params: { name: 'ana', user: (await newMember(world)).username },
    body: { role: 'operator' },
  }),
  createApiKeyFor: async () => ({
    params: { name: 'ana' },
    body: { name: unique('key'), expires_at: 30, role: 'observer', key: crypto.randomUUID(), member: 'ana' },
  }),
  updateApiKeyOf: async (world) => ({
    params: { name: 'ana', key: await apiKey(world) },
    body: { name: unique('key'), role: 'observer' },
  }),
  deleteApiKeyOf: async (world) => ({ params: { name: 'ana', key: await apiKey(world) } }),
  addMemberByName: async (world) => ({
    params: { name: 'ana' },
    body: { user: (await newUser(world)).username, role: 'observer' },
  }),
  removeMemberByName: async (world) => ({ params: { name: 'ana', user: (await newMember(world)).username } }),
  listAuthoritiesOf: async () => ({ params: { name: 'ana' } }),
  createAuthorityFor: async () => ({ params: { name: 'ana' }, body: authority() }),
  updateAuthorityOf: async (world) => ({
    params: { name: 'ana', fingerprint: await ownAuthority(world) },
    body: authority(),
  }),
  deleteAuthorityOf: async (world) => ({ params: { name: 'ana', fingerprint: await newAuthority(world) } }),
  listCertificatesOf: async () => ({ params: { name: 'ana' }, query: { page: 1, per_page: 10 } }),
  issueCertificateFor: async (world) => ({
    params: { name: 'ana' },
    body: { ...(await certificateRequest(world)), user: 'ana' },
  }),
  revokeCertificateOf: async (world) => ({
    params: { name: 'ana', fingerprint: await ownAuthority(world) },
    body: { key_id: 'laptop' },
  }),
} satisfies Readonly<Record<string, (world: World) => Promise<Sample>>>
