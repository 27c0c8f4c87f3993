// How other programs reach a device. None of them needs anything of ours installed.
import type { Device } from '@sshore/contract'

export const ways = ['ssh', 'scp', 'vscode', 'ansible'] as const
export type Way = (typeof ways)[number]

export interface WayIn {
  readonly login: string
  readonly device: Pick<Device, 'namespace' | 'name'>
  /** `host:port` as the server tells it; an IPv6 host stands in brackets. */
  readonly endpoint: string
}

const parts = ({ endpoint, device, login }: WayIn) => {
  const [, host = endpoint, port = '22'] = /^(.*):(\d+)$/.exec(endpoint) ?? []
  return {
    host,
    bareHost: host.replace(/^\[(.*)\]$/, '$1'),
    port,
    user: `${login}@${device.namespace}.${device.name}`,
    alias: `${device.name}.${device.namespace}`,
  }
}

/** Copies a file to the device; scp takes an IPv6 host in brackets. */
export function scpLine(way: WayIn): string {
  const { host, port, user } = parts(way)
  return `scp${port === '22' ? '' : ` -P ${port}`} FILE ${user}@${host}:`
}

/** For `~/.ssh/config`: editors and other programs know the device by its alias then. */
export function configBlock(way: WayIn): string {
  const { bareHost, port, user, alias } = parts(way)
  return [`Host ${alias}`, `  HostName ${bareHost}`, `  Port ${port}`, `  User ${user}`].join('\n')
}

export const vsCodeLine = (way: WayIn): string => `code --remote ssh-remote+${parts(way).alias}`

/** One line of an inventory. */
export function ansibleLine(way: WayIn): string {
  const { bareHost, port, user } = parts(way)
  return `${way.device.name} ansible_host=${bareHost} ansible_port=${port} ansible_user=${user}`
}
