// The run of the tests in CI: what fails once by accident passes by itself, and what is broken stays red.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot, run } from '@sshore/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder = ''
beforeAll(async () => {
  // Within the repository, where Vitest is found.
  await mkdir(join(repositoryRoot, '.cache'), { recursive: true })
  folder = await mkdtemp(join(repositoryRoot, '.cache/run-tests-'))
  const projects = `[{ test: { name: 'planted', root: import.meta.dirname, include: ['*.test.ts'] } }]`
  await writeFile(join(folder, 'vitest.config.ts'), `export default { test: { projects: ${projects} } }`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A test file that goes wrong in its first `failures` runs. */
async function plant(name: string, failures: number, wrong: string): Promise<void> {
  const text = `
    import { appendFileSync, readFileSync } from 'node:fs'
    import { it } from 'vitest'
    const count = import.meta.filename + '.runs'
    appendFileSync(count, 'x')
    const isBad = readFileSync(count).length <= ${failures}
    it('is planted', async () => { if (isBad) { ${wrong} } })`
  await writeFile(join(folder, `${name}.test.ts`), text)
}

async function runTests(ci: string | undefined) {
  const words = ['tools/run-tests.ts', '--config', join(folder, 'vitest.config.ts'), '--project', 'planted']
  const environment = { ...process.env, CI: ci, NO_COLOR: '1' }
  const { code, stdout } = await run(process.execPath, words, { cwd: repositoryRoot, environment })
  return { code, last: stdout.trim().split('\n').at(-1) }
}

it('runs again in CI what failed, was left behind by a worker that died, or rejected a promise nobody awaits', async () => {
  await plant('fails', 1, 'throw new Error("by accident")')
  await plant('dies', 1, 'process.kill(process.pid, "SIGKILL")')
  await plant(
    'rejects',
    1,
    'void Promise.reject(new Error("nobody waits")); await new Promise((done) => setTimeout(done, 50))',
  )
  const { code, last } = await runTests('true')
  expect(code).toBe(0)
  for (const name of ['fails', 'dies', 'rejects']) expect(last).toContain(`${name}.test.ts`)
  await plant('fails', 99, 'throw new Error("broken")')
  expect(await runTests('true')).toMatchObject({
    code: 1,
    last: expect.stringMatching(/^Failed twice: \S*fails.test.ts$/),
  })
})

it('fails at once elsewhere', async () => {
  await plant('fails', 99, 'throw new Error("broken")')
  expect((await runTests(undefined)).code).toBe(1)
})
