import { createBecomePlatform } from './platform/bun/become.ts'
import { become } from './session/become.ts'

export async function runHelper(): Promise<void> {
  const plan = become(createBecomePlatform())
  // Only the file server returns: it runs in this very process, which is the user by now.
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, plan.environment)
  const { runSftpServer } = await import('./sftp/index.ts')
  await runSftpServer()
}
