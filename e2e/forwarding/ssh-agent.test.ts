// `ssh -A`: the user's own ssh-agent, used on the device.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isRoot,
  quoted,
  type Ran,
  run,
  ssh,
  type SshAgent,
  sshWords,
  startSshAgent,
  type UnixUser,
  unixUser,
  until,
} from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'

const one = oneDevice()
let user: UnixUser
let agent: SshAgent

beforeAll(async () => {
  user = await unixUser()
  agent = await startSshAgent(one.device.target().keys)
})
afterAll(async () => {
  await agent[Symbol.asyncDispose]()
  await user[Symbol.asyncDispose]()
})

/** Runs a command on the device, with the ssh-agent brought there. */
const withAgent = (command: string): Promise<Ran> =>
  ssh({ ...one.device.target(user.name), agent: agent.socket }, [command])

describe.skipIf(!isRoot)('a forwarded ssh-agent', () => {
  it('lists its keys on the device', async () => {
    const ran = await withAgent('ssh-add -l')
    expect(ran).toMatchObject({ stderr: '', stdout: agent.listing })
  })

  it("has a socket that is the user's alone, in a folder that is too, and goes with the connection", async () => {
    const ran = await withAgent('echo $SSH_AUTH_SOCK; stat -c "%a %U" "$SSH_AUTH_SOCK" "${SSH_AUTH_SOCK%/*}"')
    const [path = '', ...rights] = ran.stdout.trim().split('\n')
    expect(path).toMatch(/^\/tmp\/ssh-\w+\/agent\.\d+$/)
    expect(rights).toEqual([`600 ${user.name}`, `700 ${user.name}`])
    await until('the folder is gone', () =>
      stat(join(path, '..')).then(
        () => false,
        () => true,
      ),
    )
  })

  it('is not there unless it was asked for', async () => {
    const ran = await ssh(one.device.target(user.name), ['echo "[$SSH_AUTH_SOCK]"'])
    expect(ran.stdout).toBe('[]\n')
  })

  it('lets the user go on from the device to another host', async () => {
    const { port, user: address } = one.device.target()
    const known = `/tmp/known-${user.name}`
    const options = `-F none -o UserKnownHostsFile=${known} -o BatchMode=yes -p ${port}`
    const hosts = quoted(await readFile(one.stack.knownHosts, 'utf8'))
    const ran = await withAgent(
      `printf %s ${hosts} > ${known}; ssh ${options} ${address}@127.0.0.1 echo arrived; rm ${known}`,
    )
    expect(ran).toMatchObject({ stderr: '', stdout: 'arrived\n' })
  })

  it('serves several programs at once', async () => {
    const ran = await withAgent('for i in $(seq 1 20); do ssh-add -l & done; wait')
    expect(ran.stdout).toBe(agent.listing.repeat(20))
  })
})

describe.skipIf(!isRoot)('X11', () => {
  it('is refused with a clear word, and the program runs', async () => {
    const environment = { ...process.env, DISPLAY: ':99' }
    const [program = '', ...words] = sshWords(one.device.target(user.name), ['echo on'], ['-v', '-X'])
    const ran = await run(program, words, { environment })
    expect(ran.stdout).toBe('on\n')
    expect(ran.stderr).toContain('X11 forwarding request failed on channel 0')
    expect(ran.stderr).toContain('Sshore has no X11 forwarding')
  })
})
