// One input that works for each call of administrators of the server.
import { testPassword } from './test-server.ts'
import type { Sample } from './test-samples.ts'
import {
  accepted,
  filterOf,
  firewallRule,
  newKey,
  newNamespace,
  newRule,
  newUser,
  pending,
  publicKey,
  session,
  unique,
  type World,
} from './test-world.ts'

const ofUser = async (world: World): Promise<Sample> => ({ params: { id: (await newUser(world)).id } })
const ofDevice = async (world: World): Promise<Sample> => ({ params: { uid: await accepted(world) } })
const ofSession = async (world: World): Promise<Sample> => ({ params: { uid: (await session(world)).uid } })
const ofRule = async (world: World): Promise<Sample> => ({
  params: { id: await firewallRule(world) },
  query: { tenant_id: world.ana.tenantId },
})
const nothing = async (): Promise<Sample> => ({})
const page = { page: 1, per_page: 10 }

/** Somebody who came by single sign-on has no password. */
async function withoutPassword(world: World): Promise<Sample> {
  const { id } = await newUser(world)
  await using open = await world.stack.openDatabase()
  await open.database.updateTable('user_credentials').set({ password_hash: '' }).where('user_id', '=', id).execute()
  return { params: { id } }
}

export const adminSamples = {
  async adminLogin({ stack }: World): Promise<Sample> {
    await stack.internal.setAdministrator({ params: { username: 'ana' }, body: { administrator: true } })
    return { body: { username: 'ana', password: testPassword } }
  },
  adminListUsers: async (): Promise<Sample> => ({
    query: { ...page, sort_by: 'username', order_by: 'asc', filter: filterOf('username', 'a') },
  }),
  async adminCreateUser(): Promise<Sample> {
    const username = unique('user')
    const email = `${username}@example.org`
    const account = { username, email, name: 'Some User', password: testPassword }
    return { body: { ...account, confirmed: true, max_namespaces: 1, administrator: false } }
  },
  adminGetUser: ofUser,
  async adminUpdateUser(world: World): Promise<Sample> {
    const username = unique('user')
    const names = { username, email: `${username}@example.org`, name: 'Other Name' }
    const body = { ...names, password: 'another one', confirmed: true, max_namespaces: 2, administrator: false }
    return { ...(await ofUser(world)), body }
  },
  adminDeleteUser: ofUser,
  adminResetPassword: withoutPassword,
  adminUnlockUser: ofUser,
  adminLogoutUser: ofUser,
  adminGetUserToken: ofUser,
  adminExportUsers: nothing,
  adminListNamespaces: async (): Promise<Sample> => ({ query: { ...page, filter: filterOf('name', 'a') } }),
  adminGetNamespace: async ({ ana }: World): Promise<Sample> => ({ params: { tenant: ana.tenantId } }),
  adminCreateNamespace: async ({ ana }: World): Promise<Sample> => ({
    params: { tenant: crypto.randomUUID() },
    body: { name: unique('space'), owner: ana.id, type: 'team' },
  }),
  adminUpdateNamespace: async (world: World): Promise<Sample> => ({
    params: { tenant: (await newNamespace(world)).tenantId },
    body: {
      name: unique('renamed'),
      settings: { allow_local_forwarding: false },
      max_devices: 5,
      owner: (await newUser(world)).id,
    },
  }),
  adminDeleteNamespace: async (world: World): Promise<Sample> => ({
    params: { tenant: (await newNamespace(world)).tenantId },
  }),
  adminExportNamespaces: nothing,
  adminGetStats: nothing,
  adminGetServer: nothing,
  adminListAudit: async ({ ana }: World): Promise<Sample> => ({
    query: { ...page, order_by: 'asc', tenant_id: ana.tenantId, filter: filterOf('action', 'device') },
  }),
  adminListDevices: async ({ ana }: World): Promise<Sample> => ({
    query: { ...page, tenant_id: ana.tenantId, status: 'accepted', filter: filterOf('name', 'a') },
  }),
  adminGetDevice: ofDevice,
  adminRenameDevice: async (world: World): Promise<Sample> => ({
    ...(await ofDevice(world)),
    body: { name: unique('name') },
  }),
  adminSetDeviceStatus: async (world: World): Promise<Sample> => ({
    params: { uid: await pending(world), status: 'accept' },
  }),
  adminRemoveDevice: ofDevice,
  adminListSessions: async ({ ana }: World): Promise<Sample> => ({ query: { ...page, tenant_id: ana.tenantId } }),
  adminGetSession: ofSession,
  adminSetSessionAuthenticated: async (world: World): Promise<Sample> => ({
    ...(await ofSession(world)),
    body: { authenticated: true },
  }),
  adminCloseSession: ofSession,
  adminListFirewallRules: async ({ ana }: World): Promise<Sample> => ({ query: { ...page, tenant_id: ana.tenantId } }),
  adminCreateFirewallRule: async ({ ana }: World): Promise<Sample> => ({
    body: { tenant_id: ana.tenantId, ...newRule() },
  }),
  adminGetFirewallRule: ofRule,
  adminUpdateFirewallRule: async (world: World): Promise<Sample> => ({
    ...(await ofRule(world)),
    body: { ...newRule(), priority: 20 },
  }),
  adminDeleteFirewallRule: ofRule,
  adminListPublicKeys: async ({ ana }: World): Promise<Sample> => ({
    query: { ...page, tenant_id: ana.tenantId, filter: filterOf('name', 'a') },
  }),
  adminDeletePublicKey: async (world: World): Promise<Sample> => ({
    params: { fingerprint: await publicKey(world) },
    query: { tenant_id: world.ana.tenantId },
  }),
  adminCreatePublicKey: async ({ ana }: World): Promise<Sample> => ({
    body: { tenant_id: ana.tenantId, ...newKey() },
  }),
}
