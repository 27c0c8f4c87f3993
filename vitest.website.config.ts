// The tests of the documentation site, which need it built: npm run docs:test. npm test leaves them out.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    silent: 'passed-only',
    include: ['packages/website/{site,plugins,src}/**/*.test.ts', 'e2e/website/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: process.env['CI'] ? 1 : 0,
    maxWorkers: 2,
  },
})
