import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { hidesDroppedWaits } from './tools/dropped-waits.ts'
import { missingPrograms } from './tools/e2e-programs.ts'

const postgresDoor = 'packages/testkit/src/postgres-door.ts'

/** Others may want the cores of a CI machine: there a test has a second try, and the report names who needed it (see run-tests.ts). */
const retry = process.env['CI'] ? 1 : 0

/** Wrong input to every call there is. */
const sweeps = ['packages/server/src/input-sweep.test.ts']

/** What these see is a matter of time: nothing runs beside them. */
const timed = ['e2e/{hostile,link}/**/*.test.ts']

/** The gates with planted faults, comparisons with OpenSSH, agents of other makers, and what goes through tables: `npm run test:wide`. */
const wide = [
  'tools/gates.test.ts',
  'packages/agent/src/sftp/sftp.{client,names,packets}.test.ts',
  'e2e/fidelity/**/*.test.ts',
  'e2e/{stock-agents/*,*/stock-agents}.test.ts',
  'e2e/tools/{ansible,git}.test.ts',
  'e2e/console/{accessibility,roles,mailed-links,terminal-looks}.test.ts',
  'e2e/api/generated-requests.test.ts',
  'e2e/command-line/moving.test.ts',
  'e2e/connectors/agent.test.ts',
  'e2e/recording/storage.test.ts',
  'e2e/server/postgres.test.ts',
  'e2e/transport/key-exchange.test.ts',
]

const unit: TestProjectInlineConfiguration = {
  test: {
    name: 'unit',
    include: ['packages/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
    // npm run docs:test, npm run test:wide, and the project postgres, which sweeps the same calls.
    exclude: ['packages/website/**', '**/node_modules/**', ...sweeps, ...wide],
    testTimeout: 60_000,
    retry,
    // The server is loaded once for each worker, not once for each of some hundred files: half the processor time.
    isolate: false,
    maxWorkers: 2,
    sequence: { groupOrder: 0 },
    globalSetup: postgresDoor,
    provide: { database: process.env['SSHORE_TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite' },
  },
}

/** The server's tests once more, over PostgreSQL: `npm run test:wide`. */
const onPostgres: TestProjectInlineConfiguration = {
  test: {
    ...unit.test,
    name: 'postgres',
    include: ['packages/server/src/**/*.test.ts'],
    // These go through both databases by themselves.
    exclude: ['packages/server/src/{conformance,platform/database}/**'],
    provide: { database: 'postgres' },
  },
}

/** Real processes, after the unit tests, with room for a cut of 30 s. Much of it is waiting: three files share two cores. */
const e2e: TestProjectInlineConfiguration = {
  test: {
    name: 'e2e',
    include: ['e2e/**/*.test.ts'],
    // The site's are run by npm run docs:test, which builds it first.
    exclude: [...timed, ...wide, 'e2e/website/**'],
    maxWorkers: 3,
    testTimeout: 180_000,
    // As above: to load the server for each file was a tenth of the time.
    isolate: false,
    // A second, as it is by itself, is little where processes start.
    expect: { poll: { timeout: 15_000 } },
    retry,
    hookTimeout: 120_000,
    sequence: { groupOrder: 1 },
  },
}

const e2eAlone: TestProjectInlineConfiguration = {
  test: { ...e2e.test, name: 'e2e-alone', include: timed, exclude: [], maxWorkers: 1, sequence: { groupOrder: 2 } },
}

const wideTests: TestProjectInlineConfiguration = {
  test: { ...e2e.test, name: 'wide', include: wide, exclude: [], isolate: true, maxWorkers: 2 },
}

const missing = missingPrograms(process.env['PATH'] ?? '')
if (missing && process.env['CI']) throw new Error(`The end-to-end tests cannot run, ${missing}`)
if (missing) console.warn(`\nSKIPPED: all end-to-end tests, ${missing}\n`)

export default defineConfig({
  test: {
    silent: 'passed-only',
    onUnhandledError: hidesDroppedWaits,
    projects: missing ? [unit] : [unit, e2e, e2eAlone, onPostgres, wideTests],
  },
})
