// Each kind of forwarding, switched off by its setting of the namespace: refused with the setting's name, and the others
// go on.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Background, freePort, ssh, sshInBackground, startSshAgent } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { digesting, type End, exchange, listen, listens } from './ends.ts'

const one = oneDevice()
let target: End
let socket: End
let folder = ''

const settings = {
  local: 'allow_local_forwarding',
  remote: 'allow_remote_forwarding',
  socket: 'allow_socket_forwarding',
  agent: 'allow_agent_forwarding',
} as const
type Kind = keyof typeof settings
const kinds = ['local', 'remote', 'socket', 'agent'] as const

beforeAll(async () => {
  folder = join(one.stack.folder, 'sockets')
  await mkdir(folder)
  target = await listen(digesting)
  socket = await listen(digesting, { path: join(folder, 'service') })
})
afterAll(async () => {
  await target[Symbol.asyncDispose]()
  await socket[Symbol.asyncDispose]()
})

const forward = (...words: readonly string[]): Background =>
  sshInBackground(one.device.target(), [], ['-v', '-N', '-o', 'ExitOnForwardFailure=yes', ...words])

/** What the client of a connection through `-L` says of it; undefined when the connection was made. */
async function throughLocal(to: string): Promise<string | undefined> {
  const port = await freePort()
  await using client = forward('-L', `${port}:${to}`)
  await listens(port)
  if ((await exchange({ port, host: '127.0.0.1' }, 'x')) !== '') return undefined
  return (await client.says(/open failed: .*/))[0]
}

async function throughRemote(place: string): Promise<string | undefined> {
  await using client = forward('-R', `${place}:127.0.0.1:${target.port}`)
  const [said = ''] = await client.says(/remote forward success|remote port forwarding failed|Nothing listens .*/)
  if (said.includes('success')) return undefined
  expect((await client.ended).code).toBe(255)
  return said
}

async function withAgent(): Promise<string | undefined> {
  await using agent = await startSshAgent()
  const target = { ...one.device.target(), agent: agent.socket, options: ['-v'] }
  const ran = await ssh(target, ['echo "[$SSH_AUTH_SOCK]"'])
  return ran.stdout === '[]\n' ? (/The ssh-agent is not .*/.exec(ran.stderr)?.[0] ?? 'nothing') : undefined
}

/** How each kind is refused; undefined where it works. */
const attempts: Readonly<Record<Kind, () => Promise<string | undefined>>> = {
  local: () => throughLocal(`127.0.0.1:${target.port}`),
  remote: async () => throughRemote(String(await freePort())),
  socket: async () => (await throughLocal(join(folder, 'service'))) ?? throughRemote(join(folder, crypto.randomUUID())),
  agent: withAgent,
}

const allow = (kind: Kind, allowed: boolean) =>
  one.namespace.owner.client.updateNamespace({
    params: { tenant: one.namespace.tenantId },
    body: { settings: { [settings[kind]]: allowed } },
  })

describe.each(kinds)('a namespace that switches off %s forwarding', (kind) => {
  it('is obeyed, and what else there is goes on', async () => {
    await allow(kind, false)
    for (const tried of kinds) {
      const refusal = await attempts[tried]()
      if (tried === kind) expect(refusal).toContain(settings[kind])
      else expect({ tried, refusal }).toEqual({ tried, refusal: undefined })
    }
    expect((await ssh(one.device.target(), ['echo in'])).stdout).toBe('in\n')
    await allow(kind, true)
    expect(await attempts[kind]()).toBeUndefined()
  })
})

describe('the refusal of a local forward', () => {
  it('is called as sshd calls it', async () => {
    await allow('local', false)
    expect(await attempts.local()).toMatch(/^open failed: administratively prohibited: /)
    await allow('local', true)
  })
})
