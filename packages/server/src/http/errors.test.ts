import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendFailure } from './errors.ts'

test('a full disk is told as what it is, and any other fault of the database is not', async () => {
  using database = new DatabaseSync(':memory:')
  database.exec('create table notes (text text); pragma max_page_count = 2')
  await using app = Fastify()
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
  app.get('/full', () => database.exec('insert into notes values (hex(zeroblob(9000)))'))
  app.get('/broken', () => database.exec('insert into nothing values (1)'))
  const full = await app.inject('/full')
  expect(full.statusCode).toBe(503)
  expect(full.json()).toMatchObject({ code: 'storage_full', message: expect.stringContaining('no room left') })
  expect((await app.inject('/broken')).json()).toMatchObject({ code: 'internal' })
})
