import { background } from './background.ts'
import { run } from './run.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface SshAgent extends AsyncDisposable {
  /** Where it listens: `SSH_AUTH_SOCK`. */
  readonly socket: string
  /** What `ssh-add -l` says of its keys. */
  readonly listing: string
}

/** The real ssh-agent, with these private keys: it listens when this resolves. */
export async function startSshAgent(keys: readonly string[] = []): Promise<SshAgent> {
  await using held = new AsyncDisposableStack()
  const folder = held.use(await temporaryFolder())
  const socket = `${folder.path}/agent`
  const program = held.use(background('ssh-agent', ['-D', '-a', socket]))
  // Its socket is in the folder a moment before anybody may connect.
  await program.says(/SSH_AUTH_SOCK=/)
  const environment = { ...process.env, SSH_AUTH_SOCK: socket }
  for (const key of keys) {
    const { code, stderr } = await run('ssh-add', [key], { environment })
    if (code !== 0) throw new Error(`ssh-add ${key} ended with ${code}: ${stderr}`)
  }
  const { stdout: listing } = await run('ssh-add', ['-l'], { environment })
  const all = held.move()
  return { socket, listing, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
