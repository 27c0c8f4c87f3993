// The tests of the documentation site: npm run docs:test builds it first and runs all, docs:test-text those of its text and code.
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { hidesDroppedWaits } from './tools/dropped-waits.ts'

/** Neither a built site nor a browser: units, and the blocks and files that the pages give. */
const text: TestProjectInlineConfiguration = {
  test: {
    name: 'text',
    include: [
      'packages/website/{site,plugins,src}/**/*.test.ts',
      'e2e/website/{every-number,given-files,runnable-blocks}.test.ts',
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: process.env['CI'] ? 1 : 0,
    maxWorkers: 2,
  },
}

const site: TestProjectInlineConfiguration = {
  test: { ...text.test, name: 'site', include: ['e2e/website/**/*.test.ts'], exclude: text.test?.include ?? [] },
}

export default defineConfig({
  test: { silent: 'passed-only', onUnhandledError: hidesDroppedWaits, projects: [text, site] },
})
