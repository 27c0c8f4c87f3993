// The agent's program. Besides the agent itself it is the copy that becomes a user: see `session/become.ts`.
import { becomeArgument } from './session/become-argument.ts'

async function main(): Promise<void> {
  if (process.argv[2] === becomeArgument) {
    const { runAsUser } = await import('./become-main.ts')
    await runAsUser()
    return
  }
  const { runCommand } = await import('./command.ts')
  await runCommand(process.argv.slice(2), process.env)
}

void main()
