import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { run } from '../test-program.ts'

test('the log is shown, and its check finds an entry that was changed past the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sshore-audit-'))
  using undo = new DisposableStack()
  undo.defer(() => rmSync(folder, { recursive: true }))
  const environment = { SSHORE_DATA_DIR: join(folder, 'data') }
  const words = 'setup --username ada --email ada@example.com --name Ada --password-stdin'
  expect(await run(words, environment, 'correct horse')).toMatchObject({ code: 0 })
  await run('namespace create workshop --owner ada', environment)

  const list = await run('audit list workshop', environment)
  expect(list.stdout).toMatch(/^NUMBER +TIME +WHAT +TO +BY +FROM\n1 +\S+ \S+ +namespace\.create .* command-line /)
  const exported = (await run('audit export workshop', environment)).stdout.trimEnd().split('\n')
  expect(exported.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual(['namespace.create'])
  expect((await run('audit list', environment)).stdout).toContain('user.create')

  const database = new DatabaseSync(join(folder, 'data', 'sshore.db'))
  database.exec(`update audit_entries set actor_kind = 'anybody' where action = 'namespace.create'`)
  database.close()
  const broken = await run('audit verify', environment)
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('not as the server wrote it') })
  expect(broken.stdout).toContain('Entry 1, or one before it, was changed.')
}, 60_000)
