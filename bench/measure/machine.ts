// On what the figures were made; nothing that names the machine.
import { cpus, release } from 'node:os'
import { findBun } from '@sshore/agent'
import { run } from '@sshore/testkit'

export async function describeMachine(): Promise<string> {
  const [bun, openSsh] = await Promise.all([run(findBun(), ['--version']), run('ssh', ['-V'])])
  const processors = cpus()
  return [
    `${processors.length} cores of ${processors[0]?.model.trim() ?? 'unknown processors'}`,
    `Linux ${release().split('-')[0]}`,
    `Node ${process.versions.node}`,
    `Bun ${bun.stdout.trim()}`,
    openSsh.stderr.trim().replace('_', ' '),
  ].join(', ')
}
