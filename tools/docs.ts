// npm run docs[:build|:check|:test|:test-text]: the documentation site, whose packages are its own and are installed when they are needed.
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const site = join(root, 'packages/website')
/** Below it the built sites stand; other tools leave the folder alone. */
const built = join(site, 'dist')
const docusaurus = join(site, 'node_modules/@docusaurus/core/bin/docusaurus.mjs')

const environment = {
  ...process.env,
  // Where other tools of this repository look for nothing.
  DOCUSAURUS_GENERATED_FILES_DIR_NAME: '.cache/docusaurus',
  // One worker less than the framework would start: they are as large as the build itself.
  DOCUSAURUS_SSG_WORKER_THREAD_COUNT: '2',
  NODE_OPTIONS: '--max-old-space-size=3072',
}

function run(program: string, words: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, stdio: 'inherit', env: { ...environment, ...more } })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      // It has said what is wrong.
      else process.exit(code ?? 1)
    })
  })
}

const node = (words: readonly string[], cwd: string, more?: NodeJS.ProcessEnv): Promise<void> =>
  run(process.execPath, words, cwd, more)

/** npm writes this file when it has installed everything. */
async function install(): Promise<void> {
  const mark = join(site, 'node_modules/.package-lock.json')
  const lock = statSync(join(site, 'package-lock.json'))
  if (existsSync(mark) && statSync(mark).mtimeMs >= lock.mtimeMs) return
  console.log('Installing the packages of the documentation site, about a minute …')
  await run('npm', ['ci', '--no-progress'], site)
}

async function build(words: readonly string[], more: NodeJS.ProcessEnv = {}, folder = 'site'): Promise<void> {
  await node([docusaurus, 'build', '--out-dir', join(built, folder), ...words], site, more)
}

/** A site that differs in all that is chosen when it is built, for the tests of those choices; it is also what a server serves. */
const otherChoices = {
  SSHORE_DOCS_BASE_URL: '/docs/',
  SSHORE_DOCS_SEARCH: 'service',
  SSHORE_DOCS_SEARCH_HOSTS: 'http://search-one.test http://search-two.test',
  SSHORE_DOCS_SEARCH_APP_ID: 'docs',
  SSHORE_DOCS_SEARCH_API_KEY: 'search-only',
  SSHORE_DOCS_SEARCH_REMEMBERS: 'off',
  SSHORE_DOCS_PAGE_VIEWS_URL: 'http://views.test/seen',
  SSHORE_DOCS_ANNOUNCEMENT: 'Another announcement',
}

async function check(): Promise<void> {
  await node([join(root, 'node_modules/typescript7/bin/tsc'), '--noEmit', '-p', site], site)
  const lint = join(root, 'node_modules/oxlint/bin/oxlint')
  await node([lint, '--deny-warnings', '-c', join(site, 'oxlint.json'), 'packages/website'], root)
}

const runTests = (words: readonly string[]): Promise<void> =>
  node([join(root, 'tools/run-tests.ts'), '--config', 'vitest.website.config.ts', ...words], root)

async function test(words: readonly string[]): Promise<void> {
  await check()
  if (!process.env['SSHORE_DOCS_BUILT']) {
    await build([])
    await build(['--locale', 'en'], otherChoices, 'other-choices')
  }
  await runTests(words)
}

const [task = 'start', ...words] = process.argv.slice(2)
await install()
switch (task) {
  case 'start':
    await node([docusaurus, 'start', '--host', '127.0.0.1', ...words], site)
    break
  case 'build':
    await build(words)
    break
  case 'build-for-server':
    await build(words, { SSHORE_DOCS_BASE_URL: '/docs/' }, 'server')
    break
  case 'check':
    await check()
    break
  case 'test':
    await test(words)
    break
  case 'test-text':
    await runTests(['--project', 'text', ...words])
    break
  default:
    throw new Error(`There is no ${task}; there are start, build, build-for-server, check, test and test-text.`)
}
