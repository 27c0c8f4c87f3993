// One namespace and the typed calls on it, wherever the server is: beside this command, or somewhere on the network.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@sshore/client'
import { type Namespace, namespaceHeader } from '@sshore/contract'
import type { Command } from 'commander'
import { flagsOf, type Invocation, withSettings } from '../commands/command.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { type Administration, openAdministration } from '../instance/administration.ts'
import { openLocalEvents } from '../instance/control-socket.ts'
import { everyPage } from '../instance/every-page.ts'
import { readLogins } from './login-file.ts'
import { bearer, openRemote, openRemoteEvents, type Remote, serverAddress, withToken } from './remote.ts'

/** Either the server on the data folder, with the rights of whoever owns it, or another one with those of who is signed in. */
export type Reach = ({ readonly local: Administration } | { readonly remote: Remote }) & AsyncDisposable

/** Begins after the event of this id; with an empty one, now. Fails like a call. */
export type OpenEvents = (lastEventId: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>

export interface Place extends AsyncDisposable {
  readonly reach: Reach
  readonly namespace: Namespace
  /** Its calls act in the namespace. */
  readonly client: Client
  readonly openEvents: OpenEvents
}

/** For commands that work here and from afar. */
export function withReach(command: Command): Command {
  return withSettings(command, ['dataDir']).option(
    '--server <url>',
    'a server elsewhere, with SSHORE_API_KEY, SSHORE_TOKEN or "sshore login" (default: the one on the data folder)',
  )
}

/** The address that was named; else the one signed in to, where nobody named a data folder and there is none. */
async function addressOf({ surroundings, config }: Invocation, command: Command): Promise<string | undefined> {
  const { server } = command.opts<{ server?: string }>()
  if (server !== undefined) return serverAddress(server)
  const { environment } = surroundings
  const folderNamed = flagsOf(command).dataDir !== undefined || Boolean(environment['SSHORE_DATA_DIR'])
  if (folderNamed || config.databaseUrl !== undefined) return undefined
  if (existsSync(join(config.dataDir, 'sshore.db'))) return undefined
  return (await readLogins(environment)).current
}

export async function openReach(invocation: Invocation, command: Command): Promise<Reach> {
  const { surroundings, config, output } = invocation
  const address = await addressOf(invocation, command)
  if (address === undefined) {
    const local = await openAdministration(config, surroundings)
    return { local, [Symbol.asyncDispose]: () => local[Symbol.asyncDispose]() }
  }
  const named = command.opts<{ server?: string }>().server !== undefined
  if (!named && !output.json) output.note(`At ${address}:`)
  return { remote: await openRemote(address, surroundings.environment), async [Symbol.asyncDispose]() {} }
}

const notFound = (name: string): CommandFailure =>
  new CommandFailure(
    exitCodes.notFound,
    'namespace_not_found',
    `There is no namespace ${name} that you belong to; "sshore namespace list" shows all.`,
  )

const afterEvent = (id: string): Readonly<Record<string, string>> => (id === '' ? {} : { 'last-event-id': id })

async function atRemote(remote: Remote, name: string): Promise<Pick<Place, 'namespace' | 'client' | 'openEvents'>> {
  const { url, client, token } = remote
  const openWith =
    (credential: Remote['credential']): OpenEvents =>
    (id, signal) =>
      openRemoteEvents(url, { ...credential, ...afterEvent(id) }, signal)
  const asFound = { client, openEvents: openWith(remote.credential) }
  const all = await everyPage((query) => client.listNamespaces({ query }))
  const namespace = all.find((item) => item.name === name.toLowerCase())
  if (!namespace) throw notFound(name)
  if (token === undefined) return { namespace, ...asFound }
  const { body: user } = await client.getAuthUser()
  if (user.tenant === namespace.tenant_id) return { namespace, ...asFound }
  const { body: bound } = await client.switchNamespace({ params: { tenant: namespace.tenant_id } })
  // Switching also says where the next login starts, which is nothing that a command should decide.
  const former = all.find((item) => item.tenant_id === user.tenant)
  if (former) await client.switchNamespace({ params: { tenant: former.tenant_id } })
  const inNamespace = withToken(url, bound.token, `The login at ${url} has ended. Sign in again.`)
  return { namespace, client: inNamespace, openEvents: openWith(bearer(bound.token)) }
}

/** Fails with exit code 3 when there is no such namespace, or none that the caller belongs to. */
export async function openPlace(invocation: Invocation, command: Command, name: string): Promise<Place> {
  const reach = await openReach(invocation, command)
  const disposal = { [Symbol.asyncDispose]: () => reach[Symbol.asyncDispose]() }
  try {
    if ('remote' in reach) return { reach, ...(await atRemote(reach.remote, name)), ...disposal }
    const { body: namespace } = await reach.local.client.getNamespaceByName({ params: { name } })
    const { tenant_id: tenantId } = namespace
    const openEvents: OpenEvents = (id, signal) =>
      openLocalEvents(invocation.config.dataDir, { [namespaceHeader]: tenantId, ...afterEvent(id) }, signal)
    return { reach, namespace, client: reach.local.inNamespace(tenantId), openEvents, ...disposal }
  } catch (error) {
    await reach[Symbol.asyncDispose]()
    throw error
  }
}
