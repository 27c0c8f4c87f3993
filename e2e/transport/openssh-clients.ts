// The clients that the transport is tried with: this machine's, and the newest that Debian has.
import { newestOpenSsh } from '@sshore/testkit'
import { describe } from 'vitest'

export interface OpenSshClient {
  readonly name: string
  /** As `SshTarget.program`. */
  readonly program: string
}

/** Undefined, with a line that says why, when the newest cannot be fetched; in CI that is a failure. */
async function findNewest(): Promise<OpenSshClient | undefined> {
  try {
    const { program, version } = await newestOpenSsh()
    return { name: `the newest, ${version}`, program }
  } catch (cause) {
    if (process.env['CI']) throw new Error('The newest OpenSSH client cannot be fetched.', { cause })
    console.warn(`skipped: the newest OpenSSH client is not reachable (${String(cause)})`)
    return undefined
  }
}

export const newest: OpenSshClient | undefined = await findNewest()
export const clients: readonly OpenSshClient[] = [
  { name: "this machine's", program: 'ssh' },
  ...(newest ? [newest] : []),
]
/** For what only the newest client can do. */
export const describeNewest: typeof describe | typeof describe.skip = newest ? describe : describe.skip
