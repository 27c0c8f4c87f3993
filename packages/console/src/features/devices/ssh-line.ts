import type { Device } from '@sshore/contract'

const usualPort = '22'

/**
 * The command that opens a shell. `endpoint` is `host:port` as the server tells it; an IPv6 host stands in brackets there, which
 * the ssh command does not take.
 */
export function sshLine(login: string, device: Pick<Device, 'namespace' | 'name'>, endpoint: string): string {
  const [, host = endpoint, port = usualPort] = /^(.*):(\d+)$/.exec(endpoint) ?? []
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const portFlag = port === usualPort ? '' : ` -p ${port}`
  return `ssh ${login}@${device.namespace}.${device.name}@${bare}${portFlag}`
}

/** What stands where the login name belongs until somebody has said theirs. */
export const defaultLogin = 'root'

/** Characters that a shell gives a meaning to have no place in a line made for pasting. */
export const isLoginName = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9._-]{0,31}$/.test(text)
