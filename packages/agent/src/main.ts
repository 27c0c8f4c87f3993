// The agent's program. Besides the agent itself it is also each of its helpers: see `session/become.ts`.
import { becomeArgument } from './session/helper-arguments.ts'

async function main(): Promise<void> {
  if (process.argv[2] === becomeArgument) {
    const { runHelper } = await import('./helper-main.ts')
    await runHelper()
    return
  }
  const { runCommand } = await import('./command.ts')
  await runCommand(process.argv.slice(2), process.env)
}

void main()
