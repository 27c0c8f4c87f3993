// Which engine the command line means.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EngineAddress, type EngineTls, parseEngineAddress } from '@sshore/docker'
import { type AgentFlags, UsageError } from '../flags.ts'
import { reasonOf } from '../log.ts'

function readTls(folder: string): EngineTls {
  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), 'utf8')
    } catch (failure) {
      throw new UsageError(`--docker-cert-path wants a folder with ca.pem, cert.pem and key.pem: ${reasonOf(failure)}`)
    }
  }
  return { ca: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') }
}

/** Fails with `UsageError`. */
export function engineOf(flags: AgentFlags): EngineAddress {
  const folder = flags['docker-cert-path']
  const host = flags['docker-host']
  const tls = folder === undefined ? undefined : readTls(folder)
  const address = parseEngineAddress(host, tls)
  if (!address) {
    throw new UsageError(
      `"${host}" is no address of an engine; it looks like unix:///run/docker.sock or tcp://host:2376`,
    )
  }
  if (tls && address.kind === 'socket') throw new UsageError('--docker-cert-path is for an engine at tcp://…')
  return address
}
