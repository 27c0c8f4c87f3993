import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startTestServer, testPassword, testServiceToken, type TestServer } from '../test-server.ts'

interface Asked {
  readonly status: number
  readonly body: unknown
  header(name: string): string | undefined
}

async function ask(
  stack: TestServer,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Asked> {
  const request = { method, path, headers, ...(body === undefined ? {} : { body }) }
  const reply = await stack.server.transport(request)
  let parsed: unknown = reply.text
  try {
    parsed = JSON.parse(reply.text)
  } catch {
    // Not every reply is JSON; who expects it will see.
  }
  return { status: reply.status, body: parsed, header: (name) => reply.header(name) }
}

const json = { 'content-type': 'application/json' }

test('an unknown path is 404, a known one with another method 405 that names what is allowed', async () => {
  await using stack = await startTestServer()
  expect(await ask(stack, 'GET', '/api/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const put = await ask(stack, 'PUT', '/api/login')
  expect(put).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
  expect(put.header('allow')).toBe('POST')
  expect((await ask(stack, 'POST', '/api/auth/token/x')).header('allow')).toBe('GET, HEAD')
})

test('a method that nobody takes is refused before its body is looked at', async () => {
  await using stack = await startTestServer()
  const text = { 'content-type': 'text/plain' }
  expect(await ask(stack, 'PUT', '/api/login', text, 'x')).toMatchObject({ status: 405 })
  expect(await ask(stack, 'PUT', '/api/nothing', text, 'x')).toMatchObject({ status: 404 })
  // RFC 10008: a method with a body that has to have a type.
  expect(await ask(stack, 'QUERY', '/api/stats')).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
  expect(await ask(stack, 'POST', '/api/login', text, 'x')).toMatchObject({ status: 415 })
})

test('a path of its own allows its own methods, not those of a parameter in its place', async () => {
  await using stack = await startTestServer()
  expect((await ask(stack, 'OPTIONS', '/api/devices/pairing')).header('allow')).toBe('POST')
  for (const method of ['PUT', 'GET', 'DELETE']) {
    const reply = await ask(stack, method, '/api/devices/pairing')
    expect([reply.status, reply.header('allow')]).toEqual([405, 'POST'])
  }
  const other = `/api/devices/${'0'.repeat(64)}`
  expect((await ask(stack, 'OPTIONS', other)).header('allow')).toBe('GET, HEAD, PUT, PATCH, DELETE')
})

test.each([
  ['nothing at all', undefined, json, 400, 'invalid_input'],
  ['half a JSON text', '{"username":', json, 400, 'malformed_json'],
  ['an array', '[]', json, 400, 'invalid_input'],
  ['null', 'null', json, 400, 'invalid_input'],
  ['text', 'username=ana', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ['a form', 'username=ana', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
  ['more than a megabyte', JSON.stringify({ username: 'x'.repeat(1_100_000) }), json, 413, 'body_too_large'],
])('%s instead of a login is refused', async (_name, body, headers, status, code) => {
  await using stack = await startTestServer()
  const refused = await ask(stack, 'POST', '/api/login', headers, body)
  expect(refused).toMatchObject({ status, body: { code } })
  expect(refused.header('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('wrong fields are named, all of them, and unknown ones are ignored', async () => {
  await using stack = await startTestServer()
  const login = (body: unknown) => ask(stack, 'POST', '/api/login', json, JSON.stringify(body))
  expect(await login({})).toMatchObject({ status: 400, body: { fields: ['username', 'password'] } })
  // A number is no text in a body, however much it looks like one.
  expect(await login({ username: 1, password: null })).toMatchObject({ body: { fields: ['username', 'password'] } })
  expect(await login({ username: 'a\0b', password: 'x' })).toMatchObject({
    status: 400,
    body: { fields: ['username'] },
  })
  expect(await login({ username: 'ana', password: 'x', extra: true })).toMatchObject({ status: 401 })
  expect(await login(JSON.parse('{"username":"ana","password":"x","__proto__":{"a":1}}'))).toMatchObject({
    status: 401,
  })
})

test('a body nested as deep as it may be large is refused, not a fault', async () => {
  await using stack = await startTestServer()
  const deep = '['.repeat(500_000) + ']'.repeat(500_000)
  const body = `{"username":"ana","password":"x","extra":${deep}}`
  expect(await ask(stack, 'POST', '/api/login', json, body)).toMatchObject({ status: 401 })
})

test('query and path are converted where they can be, and refused by name where they cannot', async () => {
  await using stack = await startTestServer()
  const { token } = await stack.signUp('ana')
  const authorization = { authorization: `Bearer ${token}` }
  expect(await ask(stack, 'GET', '/api/namespaces?page=1&per_page=2', authorization)).toMatchObject({ status: 200 })
  for (const page of ['x', '', '1.5', '1&page=2', 'true', '%00']) {
    const refused = await ask(stack, 'GET', `/api/namespaces?page=${page}`, authorization)
    expect(refused, page).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: ['page'] } })
  }
  const uuid = await ask(stack, 'GET', '/api/namespaces/not-a-uuid', authorization)
  expect(uuid).toMatchObject({ status: 400, body: { fields: ['tenant'] } })
  expect(await ask(stack, 'GET', '/api/namespaces/%zz', authorization)).toMatchObject({ status: 400 })
  expect(await ask(stack, 'GET', `/api/namespaces/${'x'.repeat(5000)}`, authorization)).toMatchObject({ status: 404 })
})

test('without a good credential the body is not even looked at', async () => {
  await using stack = await startTestServer()
  const { token } = await stack.signUp('ana')
  for (const headers of [
    {},
    { authorization: 'Bearer' },
    { authorization: `Basic ${token}` },
    { authorization: token },
    { authorization: `Bearer ${token}x` },
    { authorization: `Bearer ${testServiceToken}` },
    // A key takes precedence, so a wrong one is not made good by the token.
    { authorization: `Bearer ${token}`, 'x-api-key': 'wrong' },
  ]) {
    const refused = await ask(stack, 'POST', '/api/namespaces', { ...json, ...headers }, '{')
    expect(refused, JSON.stringify(headers)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(refused.header('www-authenticate')).toBe('Bearer')
  }
  const good = await ask(stack, 'POST', '/api/namespaces', { ...json, authorization: `bearer ${token}` }, '{')
  expect(good).toMatchObject({ status: 400, body: { code: 'malformed_json' } })
  // Our own processes have a credential of their own, which no user's replaces.
  const internal = await ask(stack, 'GET', '/internal/users', { authorization: `Bearer ${token}` })
  expect(internal).toMatchObject({ status: 401 })
})

test('replies cannot be sniffed, framed or kept', async () => {
  await using stack = await startTestServer()
  for (const path of ['/info', '/api/nothing', '/api/namespaces']) {
    const reply = await ask(stack, 'GET', path)
    expect(reply.header('x-content-type-options')).toBe('nosniff')
    expect(reply.header('x-frame-options')).toBe('DENY')
    expect(reply.header('cache-control')).toBe('no-store')
    expect(reply.header('content-security-policy')).toContain("default-src 'none'")
    expect(reply.header('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('a server that is reached by HTTPS says so for good, and no other does', async () => {
  await using secure = await startTestServer({ publicUrl: 'https://hub.example.org' })
  await using plain = await startTestServer({ publicUrl: 'http://hub.example.org' })
  await using unknown = await startTestServer()
  const hsts = async (stack: TestServer) => (await ask(stack, 'GET', '/info')).header('strict-transport-security')
  expect(await hsts(secure)).toBe('max-age=15552000')
  expect([await hsts(plain), await hsts(unknown)]).toEqual([undefined, undefined])
})

test('health answers with nothing, and info with what a client needs', async () => {
  await using stack = await startTestServer({ trustedProxies: ['127.0.0.1'] })
  expect(await ask(stack, 'GET', '/healthcheck')).toMatchObject({ status: 200, body: '' })
  expect(await ask(stack, 'GET', '/readiness')).toMatchObject({ status: 200, body: '' })
  const headers = { 'x-forwarded-host': 'hub.example.org', 'x-forwarded-port': '443' }
  expect(await ask(stack, 'GET', '/info', headers)).toMatchObject({
    body: {
      version: '1.2.3',
      endpoints: { api: 'hub.example.org:443', ssh: 'hub.example.org:2222' },
      authentication: { local: true, saml: false },
    },
  })
  // An existing agent that sees a greater version replaces itself.
  expect(await ask(stack, 'GET', '/info?agent_version=v0.9.0')).toMatchObject({ body: { version: 'v0.9.0' } })
  expect(await ask(stack, 'GET', '/info?agent_version=')).toMatchObject({ body: { version: '1.2.3' } })
})

test('metrics are for the machine itself and for the service token', async () => {
  await using stack = await startTestServer()
  await ask(stack, 'GET', '/info')
  const direct = await ask(stack, 'GET', '/metrics')
  expect(direct.status).toBe(200)
  expect(direct.body).toContain('sshore_http_request_duration_seconds_count{method="GET",route="/info",status="200"} 1')
  // Handed on by a proxy on this machine.
  expect((await ask(stack, 'GET', '/metrics', { 'x-forwarded-for': '203.0.113.1' })).status).toBe(401)
  expect((await ask(stack, 'GET', '/metrics', { authorization: 'Bearer wrong' })).status).toBe(401)
  const token = { authorization: `Bearer ${testServiceToken}`, 'x-forwarded-for': '203.0.113.1' }
  expect((await ask(stack, 'GET', '/metrics', token)).status).toBe(200)
})

test('a server that stops refuses new work, finishes what runs, and still hears its own processes', async () => {
  await using stack = await startTestServer()
  await stack.signUp('ana')
  const running = stack.anonymous.login({ body: { username: 'ana', password: testPassword } })
  // Whoever came before these was let in when they are answered; a password hash takes many times longer.
  await stack.anonymous.getHealth()
  await stack.anonymous.getHealth()
  const drained = stack.server.drain()
  const refused = stack.anonymous.login({ body: { username: 'ana', password: testPassword } })
  await expect(refused).rejects.toMatchObject({ status: 503, code: 'shutting_down' })
  await expect(stack.anonymous.getReadiness()).rejects.toMatchObject({ status: 503 })
  await stack.anonymous.getHealth()
  await stack.internal.listUsers()
  await drained
  expect((await running).body.user).toBe('ana')
})

test('what is no HTTP is answered as such, and an upgraded connection does not keep the server from closing', async () => {
  const stack = await startTestServer()
  stack.server.http.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  const { port } = await stack.server.listen('127.0.0.1', 0)
  const nonsense = connect(port, '127.0.0.1').setEncoding('utf8')
  nonsense.write('\x16\x03\x01 not http\r\n\r\n')
  const [answer] = (await once(nonsense, 'data')) as [string]
  expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"invalid_input"\}$/)

  const upgraded = connect(port, '127.0.0.1')
  upgraded.write('GET /x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
  await once(upgraded, 'data')
  const closed = once(upgraded, 'close')
  await stack[Symbol.asyncDispose]()
  await closed
})
