// What becomes of sessions on devices with stock agents when something goes wrong.
import { isRoot, newStockIdentity, remote, scp, sftp, ssh, sshInBackground, stockAgents, until } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { withStockAgents } from './with-stock-agent.ts'

const world = withStockAgents()
const generations = ['old', 'new'] as const

describe.runIf(isRoot)('a device with a stock agent', () => {
  it.each(generations)('is refused when it shows another host key than its registered one (%s)', async (age) => {
    const otherHostKey = newStockIdentity().privateKey
    await using device = await world().addDevice({ ...stockAgents[age], otherHostKey })
    for (const target of [device.target, device.withPassword]) {
      const ran = await ssh(target, ['id'])
      expect(ran).toMatchObject({ code: 255, stdout: '' })
      expect(ran.stderr).toContain('its SSH host key is not the key it registered with')
    }
    expect(world().stack.log().join('\n')).toContain('showed another host key')
  })

  it('that cannot dial back is said not to answer, at once', async () => {
    await using device = await world().addDevice({ ...stockAgents.old, cannotDialBack: true })
    const before = performance.now()
    const ran = await ssh(device.target, ['id'])
    expect(ran.stderr).toContain('is connected but does not answer')
    expect(performance.now() - before).toBeLessThan(10_000)
  })

  it.each(generations)(
    'ends its sessions with a word when its agent stops, and serves new ones later (%s)',
    async (age) => {
      const { namespace, stack } = world()
      const identity = newStockIdentity()
      const options = { identity, hostname: `restarted-${age}` }
      const first = await world().addDevice(stockAgents[age], options)
      await using running = sshInBackground(first.target, ['echo ready; sleep 100'])
      await running.says(/ready/)
      await first[Symbol.asyncDispose]()
      expect((await running.ended).code).toBe(255)
      expect(running.stderr()).toContain('is over')
      const params = (await namespace.owner.client.listDevices({ query: {} })).body.find(
        ({ name }) => name === first.name,
      )
      if (!params) throw new Error('The device is gone.')
      const online = async () => (await namespace.owner.client.getDevice({ params })).body.online
      await until('the device is offline', async () => !(await online()))
      expect((await ssh(first.target, ['id'])).stderr).toContain('is offline')

      await using again = await world().addDevice(stockAgents[age], options)
      expect(await ssh(again.target, ['echo', 'back'])).toMatchObject({ code: 0, stdout: 'back\n' })
      expect(stack.log().filter((line) => line.includes('"level":50'))).toEqual([])
    },
  )

  it('of the old generation keeps its sessions when only the control connection breaks', async () => {
    await using device = await world().addDevice(stockAgents.old)
    await using running = sshInBackground(device.target, ['echo ready; read line; echo "got $line"'])
    await running.says(/ready/)
    device.agent.cut()
    await until('the agent is back', () => device.agent.connections === 2)
    running.write('what was typed\n')
    await running.says(/got what was typed/)
    expect((await running.ended).code).toBe(0)
    expect((await ssh(device.target, ['true'])).code).toBe(0)
  })

  it('of the new generation loses its sessions with the connection, and returns', async () => {
    await using device = await world().addDevice(stockAgents.new)
    await using running = sshInBackground(device.target, ['echo ready; sleep 100'])
    await running.says(/ready/)
    device.agent.cut()
    expect((await running.ended).code).toBe(255)
    expect(running.stderr()).toContain('is over')
    await until('the agent is back', () => device.agent.connections === 2)
    expect((await ssh(device.target, ['true'])).code).toBe(0)
  })

  it.each(generations)('is left by sessions that are closed from the console (%s)', async (age) => {
    await using device = await world().addDevice(stockAgents[age])
    const { client } = world().namespace.owner
    await using running = sshInBackground(device.target, ['echo ready; sleep 100'])
    await running.says(/ready/)
    expect(device.agent.sessions.size).toBe(1)
    const [uid] = device.agent.sessions
    const session = await until('the session is listed', async () =>
      (await client.listSessions({ query: { per_page: 100 } })).body.find((listed) => listed.uid === uid),
    )
    await client.closeSession({ params: { uid: session.uid }, body: { device: session.device_uid } })
    expect((await running.ended).code).toBe(255)
    await until('the device has no session left', () => device.agent.sessions.size === 0)
  })

  it.each(generations)('is gone at once when it is removed (%s)', async (age) => {
    await using device = await world().addDevice(stockAgents[age])
    const { client } = world().namespace.owner
    await using running = sshInBackground(device.target, ['echo ready; sleep 100'])
    await running.says(/ready/)
    const found = (await client.listDevices({ query: {} })).body.find(({ name }) => name === device.name)
    if (!found) throw new Error('The device is gone.')
    await client.removeDevice({ params: { uid: found.uid } })
    expect((await running.ended).code).toBe(255)
    await until('the agent was turned away', () => device.agent.faults.length > 0)
    // By a status: a connection that is taken and closed again would bring it back at once, for ever.
    expect(device.agent.connections).toBe(1)
  })

  it.each(generations)('that is a container runs commands and says what it cannot do (%s)', async (age) => {
    await using device = await world().addDevice({ ...stockAgents[age], connector: true })
    expect(await ssh(device.target, ['echo', 'in the container'])).toMatchObject({
      code: 0,
      stdout: 'in the container\n',
    })
    expect((await sftp(device.target, 'pwd\n')).stderr).toContain('subsystem request failed')
    expect((await scp(device.target, ['/etc/hostname', remote(device.target, '/tmp/never')])).code).not.toBe(0)
    const refused = await ssh({ ...device.target, options: ['-W', '127.0.0.1:22'] }, [])
    expect(refused.stderr).toContain('open failed')
  })
})
