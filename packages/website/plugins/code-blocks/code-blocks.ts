// Leaves the highlighter of the theme out of what browsers load: code is in colours when a page is built (rehype-code.ts).
import { fileURLToPath } from 'node:url'
import type { Plugin } from '@docusaurus/types'

const nothing = fileURLToPath(new URL('no-highlighter.ts', import.meta.url))

export function codeBlocks(): Plugin {
  return {
    name: 'code-blocks',
    configureWebpack: () => ({ resolve: { alias: { 'prism-react-renderer$': nothing } } }),
  }
}
