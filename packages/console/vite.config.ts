import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedFiles } from './compressed-files.ts'
import { contractForBrowsers } from './contract-for-browsers.ts'

// For `npm run dev --workspace @sshore/console`: the page with hot reload in front of a server on the usual port.
const server = 'http://127.0.0.1:8080'

export default defineConfig(({ command }) => {
  // Whoever builds, in whatever surroundings: NODE_ENV=test would otherwise ship React's checks to everybody.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return {
    plugins: [react(), contractForBrowsers(), compressedFiles()],
    build: {
      target: 'es2023',
      // Everything comes from files: the server's policy allows no data: fonts and no inline script.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Uncompressed; what counts is the size compressed (e2e/console/weight.test.ts).
      chunkSizeWarningLimit: 800,
      rolldownOptions: {
        // These only define things: what nobody uses of them need not be loaded.
        treeshake: {
          moduleSideEffects: [
            { test: /[\\/](node_modules[\\/]typebox|packages[\\/](client|contract))[\\/]/, sideEffects: false },
          ],
        },
        output: {
          codeSplitting: {
            // What every page needs comes in two files: libraries stay in browsers' caches when only our own code has changed.
            groups: [
              { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 2 },
              { name: 'frame', tags: ['$initial'], priority: 1 },
            ],
          },
        },
      },
    },
    server: { proxy: { '/api': server, '/info': server, '/ws': { target: server, ws: true } } },
  }
})
