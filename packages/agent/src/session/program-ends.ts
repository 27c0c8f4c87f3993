// Both ends of what connects a program with its stream: descriptors for the program, byte streams for the agent.
import type { Terminal } from '@sshore/contract'
import { type Lane, lanes } from '@sshore/link'
import type { ByteSink, ByteSource, FileDescriptor, Owner, Platform, PseudoTerminal } from '../platform/platform.ts'

export interface ProgramEnds extends Disposable {
  readonly descriptors: readonly [FileDescriptor, FileDescriptor, FileDescriptor]
  readonly terminal: PseudoTerminal | undefined
  readonly input: ByteSink
  readonly outputs: readonly { readonly source: ByteSource; readonly lane: Lane }[]
  /** The program has ended: no output but what it left is waited for. */
  finish(): void
  /** Nobody reads standard output any more: a program that writes to a pipe hears of it. A terminal has no such thing. */
  closeOutput(): void
  /** Closes the program's ends here, once it has them. */
  release(): void
}

/**
 * Three pipes, as sshd gives them: standard error stays apart, and `/dev/stdout` can be opened, for which they have to
 * belong to the user.
 */
export function openProgramPipes(platform: Platform, owner: Owner): ProgramEnds {
  const resources = new DisposableStack()
  const theirs = new DisposableStack()
  const close = (descriptor: FileDescriptor) => platform.close(descriptor)
  resources.use(theirs)
  try {
    const input = platform.pipe(owner)
    theirs.adopt(input.readEnd, close)
    const sink = resources.use(platform.pipeSink(input.writeEnd))
    const output = platform.pipe(owner)
    theirs.adopt(output.writeEnd, close)
    const source = resources.use(platform.source(output.readEnd))
    const error = platform.pipe(owner)
    theirs.adopt(error.writeEnd, close)
    const errorSource = resources.use(platform.source(error.readEnd))
    return {
      descriptors: [input.readEnd, output.writeEnd, error.writeEnd],
      terminal: undefined,
      input: sink,
      outputs: [
        { source, lane: lanes.main },
        { source: errorSource, lane: lanes.error },
      ],
      // A background process that still has the pipes is waited for, as sshd does.
      finish: () => undefined,
      closeOutput: () => source[Symbol.dispose](),
      release: () => theirs.dispose(),
      [Symbol.dispose]: () => resources.dispose(),
    }
  } catch (failure) {
    resources.dispose()
    throw failure
  }
}

export function openProgramTerminal(platform: Platform, request: Terminal, owner: Owner): ProgramEnds {
  const resources = new DisposableStack()
  const terminal = resources.use(platform.openTerminal(request, owner))
  const source = resources.use(platform.terminalSource(terminal))
  return {
    descriptors: [terminal.slave, terminal.slave, terminal.slave],
    terminal,
    input: resources.use(platform.terminalSink(terminal)),
    outputs: [{ source, lane: lanes.main }],
    finish: () => source.finish(),
    closeOutput: () => undefined,
    release: () => terminal.releaseSlave(),
    [Symbol.dispose]: () => resources.dispose(),
  }
}
