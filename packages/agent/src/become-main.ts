import { createBecomePlatform } from './platform/bun/become.ts'
import { become, LaunchFailure } from './session/become.ts'

export async function runAsUser(): Promise<void> {
  try {
    const plan = become(createBecomePlatform())
    // Only the file server returns: it runs in this very process, which is the user by now.
    process.env = { ...plan.environment }
    const { runSftpServer } = await import('./sftp/index.ts')
    await runSftpServer()
  } catch (failure) {
    process.stderr.write(`sshore: ${failure instanceof Error ? failure.message : String(failure)}\n`)
    process.exit(failure instanceof LaunchFailure ? failure.status : 1)
  }
}
