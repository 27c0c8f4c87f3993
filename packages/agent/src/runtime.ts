import { createRequire } from 'node:module'

const archNames: Readonly<Record<string, string>> = { x64: 'x64', arm64: 'aarch64' }

/** Path of the pinned Bun for this machine. Fails with what to do where it is not installed. */
export function findBun(): string {
  const name = `@oven/bun-${process.platform}-${archNames[process.arch] ?? process.arch}`
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/bun`)
  } catch {
    throw new Error(`${name} is not installed; run npm install without --omit=optional`)
  }
}
