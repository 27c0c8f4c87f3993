// The SSH client towards stock agents; the library is right here, where no user's client is listening.
import { ssh2 } from './ssh2-library.ts'
export type { Client, ClientChannel } from 'ssh2'

export const createSshClient = () => new ssh2.Client()

declare module 'ssh2' {
  interface Client {
    /** A command that need not be UTF-8; the typings know only text. */
    exec(command: Buffer, options: ExecOptions, callback: ClientCallback): this
  }
}
