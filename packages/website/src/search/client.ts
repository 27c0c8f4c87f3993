// The client of the search protocol for each of the three ways in which searches are answered.
import { liteClient, type LiteClient } from 'algoliasearch/lite'
import { clientTimeouts } from '../../../docs-search/src/site-constants.ts'
import type { SearchSettings } from '../../site/search-settings.ts'
import type { Requester } from './embedded.ts'
import { createHostsCache } from './hosts-cache.ts'

type Host = NonNullable<NonNullable<Parameters<typeof liteClient>[2]>['hosts']>[number]

function hostOf(address: string): Host {
  const { protocol, hostname, port } = new URL(address)
  return {
    url: hostname,
    accept: 'readWrite',
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port === '' ? {} : { port: Number(port) }),
  }
}

const timeouts = {
  connect: clientTimeouts.connectMilliseconds,
  read: clientTimeouts.readMilliseconds,
  write: clientTimeouts.writeMilliseconds,
}

export interface ClientParts {
  /** Milliseconds. */
  readonly now: () => number
  /** Answers in the browser; asked in embedded mode alone. */
  readonly embedded: Requester
}

/** Fails with "`appId` is missing." or "`apiKey` is missing." when a credential is empty. */
export function createSearchClient(settings: SearchSettings, { now, embedded }: ClientParts): LiteClient {
  const shared = { timeouts, hostsCache: createHostsCache(now) }
  switch (settings.mode) {
    case 'embedded': {
      const hosts: Host[] = [{ url: 'embedded', accept: 'readWrite', protocol: 'https' }]
      return liteClient('embedded', 'embedded', { ...shared, hosts, requester: embedded })
    }
    case 'service':
      return liteClient(settings.appId, settings.apiKey, { ...shared, hosts: settings.hosts.map(hostOf) })
    case 'hosted':
      return liteClient(settings.appId, settings.apiKey, shared)
  }
}
