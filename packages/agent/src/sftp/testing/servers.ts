// The servers that the tests drive, and fresh trees for them to work on.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const workspace = join(import.meta.dirname, '../../../../..')
const main = join(import.meta.dirname, '../main.ts')
const bun = join(workspace, `node_modules/@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}/bin/bun`)

export interface ServerUnderTest {
  readonly name: string
  readonly argv: readonly [string, ...string[]]
}

/** The reference, where it is installed. */
export const openSsh: ServerUnderTest | undefined = [
  '/usr/lib/openssh/sftp-server',
  '/usr/libexec/sftp-server',
  '/usr/lib/ssh/sftp-server',
]
  .filter((path) => existsSync(path))
  .map((path) => ({ name: 'OpenSSH', argv: [path] as const }))[0]

/** Run from their source, which is the second word. */
export const onBun = { name: 'Sshore on Bun', argv: [bun, main] } as const satisfies ServerUnderTest
export const onNode = { name: 'Sshore on Node', argv: [process.execPath, main] } as const satisfies ServerUnderTest

export const readOnlyOnBun: ServerUnderTest = {
  name: 'Sshore on Bun, read-only',
  argv: [
    bun,
    '-e',
    `import { runSftpServer } from '${join(import.meta.dirname, '../index.ts')}'; process.exitCode = await runSftpServer({ readOnly: true })`,
  ],
}

/** A folder that is gone at the end of its scope. */
export interface ScratchFolder extends Disposable {
  readonly path: string
  file(name: string): string
  /** Empties the folder, so that another server finds it as the first one did. */
  clear(): void
}

export function createScratchFolder(): ScratchFolder {
  const path = mkdtempSync(join(tmpdir(), 'sftp-test-'))
  const remove = () => rmSync(path, { recursive: true, force: true })
  return {
    path,
    file: (name) => join(path, name),
    clear() {
      remove()
      mkdirSync(path)
    },
    [Symbol.dispose]: remove,
  }
}

/** Everything below a folder that a server could have changed, one line per file; times only where they were set. */
export function describeTree(path: string): string {
  const format = '%P|%y|%m|%U|%G|%s|%n|%l|%TY\\n'
  return execFileSync('find', [path, '-mindepth', '1', '-printf', format], { encoding: 'latin1' })
    .split('\n')
    .toSorted()
    .join('\n')
}

/** `sftp -D` takes a command line without quoting, so servers with arguments are wrapped in a script. */
export function scriptOf(server: ServerUnderTest, folder: ScratchFolder): string {
  const script = folder.file('server.sh')
  const words = server.argv.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
  writeFileSync(script, `#!/bin/sh\nexec ${words}\n`, { mode: 0o755 })
  return script
}
