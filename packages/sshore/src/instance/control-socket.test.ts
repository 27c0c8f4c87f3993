import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transport, WireRequest } from '@sshore/client'
import { limits } from '@sshore/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findRunningServer, openControlSocket } from './control-socket.ts'

let folder = ''
const noEvents = (): never => {
  throw new Error('Nobody asked for events.')
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sshore-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Answers with what it was asked. */
function echo(): { readonly transport: Transport; readonly asked: WireRequest[] } {
  const asked: WireRequest[] = []
  return {
    asked,
    transport: async (request) => {
      asked.push(request)
      return { status: 200, header: (name) => (name === 'x-total-count' ? '7' : undefined), text: request.body ?? '' }
    },
  }
}

describe('the control socket of a data folder', () => {
  it('is not there while no server runs', async () => {
    expect(await findRunningServer(folder)).toBeUndefined()
  })

  it('carries calls to the server, with the proof that only the server knows', async () => {
    const { transport, asked } = echo()
    await using _open = await openControlSocket(folder, transport, 'secret', noEvents)
    const call = await findRunningServer(folder)
    const body = JSON.stringify({ name: 'ü' })
    const reply = await call?.({
      method: 'POST',
      path: '/internal/users?page=2',
      headers: { authorization: 'Bearer other' },
      body,
    })
    expect(reply).toMatchObject({ status: 200, text: body })
    expect(reply?.header('X-Total-Count')).toBe('7')
    expect(asked.at(-1)).toMatchObject({ method: 'POST', path: '/internal/users?page=2', body })
    expect(asked.at(-1)?.headers).toMatchObject({ authorization: 'Bearer secret', 'content-type': 'application/json' })
  })

  it('is for its owner only', async () => {
    await using _open = await openControlSocket(folder, echo().transport, 'secret', noEvents)
    expect((await stat(join(folder, 'control.sock'))).mode & 0o777).toBe(0o600)
  })

  it('refuses a body that grows too large without having told its length', async () => {
    const { transport, asked } = echo()
    await using _open = await openControlSocket(folder, transport, 'secret', noEvents)
    const outgoing = request({ socketPath: join(folder, 'control.sock'), method: 'POST', path: '/', agent: false })
    const answered = new Promise((resolve, reject) => {
      outgoing.once('response', (response) => resolve(response.statusCode)).once('error', reject)
    })
    outgoing.write(Buffer.alloc(limits.requestBodyBytes))
    outgoing.write('x')
    expect(await answered).toBe(413)
    expect(asked).toEqual([])
    outgoing.destroy()
  })

  it('gives a call as much time as it was said to need, and no more', async () => {
    let answer: () => void = () => undefined
    const slow: Transport = async ({ path }) => {
      if (path === '/slow') await new Promise<void>((resolve) => (answer = resolve))
      return { status: 200, header: () => undefined, text: '' }
    }
    await using _open = await openControlSocket(folder, slow, 'secret', noEvents)
    const ask = { method: 'GET', path: '/slow', headers: {} }
    const hasty = (await findRunningServer(folder, 0.2))?.(ask)
    await expect(hasty).rejects.toThrow('has not answered for 0.2 s')
    const patient = (await findRunningServer(folder, 30))?.(ask)
    let answered = false
    void patient?.finally(() => (answered = true))
    const settles = (): boolean => {
      answer()
      return answered
    }
    await expect.poll(settles).toBe(true)
    expect(await patient).toMatchObject({ status: 200 })
  })

  it('takes the place of one that a killed server left', async () => {
    await writeFile(join(folder, 'control.sock'), '')
    await using _open = await openControlSocket(folder, echo().transport, 'secret', noEvents)
    expect(await findRunningServer(folder)).toBeDefined()
  })

  it('goes away with the server', async () => {
    await (await openControlSocket(folder, echo().transport, 'secret', noEvents))?.[Symbol.asyncDispose]()
    expect(await findRunningServer(folder)).toBeUndefined()
  })

  it('is done without where the path is too long for one', async () => {
    const deep = join(folder, 'x'.repeat(120))
    expect(await openControlSocket(deep, echo().transport, 'secret', noEvents)).toBeUndefined()
    expect(await findRunningServer(deep)).toBeUndefined()
  })
})
