import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { run } from '../test-program.ts'

const execute = promisify(execFile)

/** What bash would offer at the end of a line. */
async function offered(line: string): Promise<string[]> {
  const { stdout: script } = await run('completion bash')
  const words = line.split(' ').map((word) => `'${word}'`)
  const asking = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _sshore; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await execute('bash', ['--norc', '-c', `${script}\n${asking}`])
  return stdout.split('\n').filter((word) => word !== '')
}

it.each([
  ['sshore dev', ['device']],
  ['sshore device re', ['reject', 'remove', 'rename']],
  ['sshore device tag ', ['add', 'remove', 'set', '--help']],
  ['sshore device list workshop --off', ['--offline']],
  ['sshore device list workshop --status acc', ['accepted']],
  ['sshore nonsense', []],
])('offers after "%s": %j', async (line, words) => {
  expect(await offered(line)).toEqual(words)
})

it('has a script for each shell, and says which shells there are', async () => {
  expect((await run('completion zsh')).stdout).toMatch(/^#compdef sshore\n/)
  expect((await run('completion fish')).stdout).toContain(
    `complete -c sshore -n '__sshore_at "sshore device"' -f -a list`,
  )
  expect(await run('completion tcsh')).toMatchObject({ code: 2, stderr: expect.stringContaining('bash, zsh, fish') })
})
