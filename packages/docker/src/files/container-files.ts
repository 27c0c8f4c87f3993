// What can be done with files of a container, as its own programs do it: stat, find, dd, cat, mv, rm and the like of POSIX,
// as GNU and BusyBox have them. Everything happens with the rights of the user, which the engine's own way to copy files
// (archives) does not have: that one is root's.
import {
  FileFailure,
  type NamedFile,
  type FileAttributes,
  type RequestedAttributes,
  statusCode,
} from './sftp-packets.ts'
import { nameEnd, parseListing, parseStat, statFormat } from './listing.ts'
import { quoted, type StandingShell } from './standing-shell.ts'

export interface ContainerFiles {
  stat(path: string, followLink: boolean): Promise<FileAttributes>
  list(path: string): Promise<NamedFile[]>
  /** From `offset`, at least `leastBytes` where there are as many, and more to come where that is asked for. */
  read(
    path: string,
    offset: number,
    leastBytes: number,
    ahead: boolean,
  ): Promise<{ readonly offset: number; readonly bytes: Buffer }>
  /** Writes all bytes at an offset, or behind the end. */
  write(path: string, at: number | 'end', bytes: Buffer): Promise<void>
  /** Makes or checks a file as open(2) would. */
  open(path: string, how: OpenMode): Promise<void>
  setAttributes(path: string, attributes: RequestedAttributes): Promise<void>
  makeDirectory(path: string, mode: number | undefined): Promise<void>
  removeDirectory(path: string): Promise<void>
  remove(path: string): Promise<void>
  /** Fails where the new name is taken, unless it is to be replaced. */
  rename(from: string, to: string, replace: boolean): Promise<void>
  readLink(path: string): Promise<string>
  symlink(target: string, path: string): Promise<void>
  hardlink(from: string, to: string): Promise<void>
  realPath(path: string): Promise<string>
}

export interface OpenMode {
  readonly write: boolean
  readonly create: boolean
  readonly truncate: boolean
  readonly exclusive: boolean
  readonly mode: number | undefined
}

const blockBytes = 65_536
const blocksAhead = 16
const notArrived = 'The bytes did not arrive'
/** What programs in containers are started with; who may read what they make is in the client's hands. */
const usualMask = 0o022

/** The last of what a program complains of: `mv: cannot move 'a' to 'b': No space left on device`. */
function failureOf(output: Buffer): FileFailure {
  const said = output.toString('utf8').trim()
  const words = said.split('\n').at(-1)?.split(': ').at(-1)?.slice(0, 200) ?? ''
  if (/no such file|not found|nonexistent/i.test(words)) return new FileFailure(statusCode.noSuchFile, words)
  if (/permission denied|not permitted|read-only/i.test(words)) {
    return new FileFailure(statusCode.permissionDenied, words)
  }
  return new FileFailure(statusCode.failure, words === '' ? 'Failure' : words)
}

/** The largest block, up to the usual one, that an offset is a multiple of. */
function blockAt(offset: number): number {
  let block = blockBytes
  while (offset % block !== 0) block /= 2
  return block
}

export function createContainerFiles(shell: StandingShell, nowSeconds: () => number): ContainerFiles {
  const run = async (commands: string, input?: Uint8Array): Promise<Buffer> => {
    const { status, bytes } = await shell.run(`{ ${commands}; } 2>&1`, input)
    if (status !== 0) throw failureOf(bytes)
    return bytes
  }
  const change = async (commands: string) => void (await run(commands))
  const exists = (path: string) => `{ [ -e ${path} ] || [ -L ${path} ]; }`

  return {
    stat: async (path, followLink) => {
      const output = await run(`stat ${followLink ? '-L ' : ''}-c '${statFormat}' -- ${quoted(path)}`)
      const attributes = parseStat(output.toString('latin1'))
      if (!attributes) throw failureOf(output)
      return attributes
    },
    list: async (path) => {
      const entries = `find . ! -name . -prune -exec stat -c '${statFormat} %n${nameEnd}' {} + 2>/dev/null`
      // One that vanishes while it is looked at is no failure of the list.
      const output = await run(`(cd ${quoted(path)} && { ${entries}; true; })`)
      return parseListing(output.toString('latin1'), nowSeconds())
    },
    read: async (path, offset, leastBytes, ahead) => {
      const first = Math.floor(offset / blockBytes)
      const needed = Math.ceil((offset + leastBytes) / blockBytes) - first
      const count = ahead ? Math.max(needed, blocksAhead) : needed
      const { status, bytes } = await shell.run(
        `dd if=${quoted(path)} bs=${blockBytes} skip=${first} count=${count} 2>/dev/null`,
      )
      if (status !== 0 && bytes.length === 0) {
        // What is wrong is said by a program that does not write beside it.
        await run(`true <${quoted(path)}`)
        throw new FileFailure(statusCode.failure, 'Failure')
      }
      return { offset: first * blockBytes, bytes }
    },
    write: async (path, at, bytes) => {
      // All of the input is taken off the line, whatever becomes of it.
      const dd = `dd bs=${bytes.length} count=1 iflag=fullblock 2>/dev/null`
      // The status of a pipeline is that of its end.
      const take = `{ ${dd} || echo '${notArrived}' >&2; }`
      const block = at === 'end' ? 0 : blockAt(at)
      const put =
        at === 'end'
          ? `cat >>${quoted(path)}`
          : `dd of=${quoted(path)} bs=${block} seek=${at / block} conv=notrunc 2>/dev/null`
      const { status, bytes: said } = await shell.run(`{ ${take} | { ${put}; }; } 2>&1`, bytes)
      if (status === 0 && said.length === 0) return
      // Whoever cannot write says why; that the bytes then have nowhere to go is no news.
      const words = said.toString('utf8').split('\n')
      throw failureOf(
        Buffer.from(
          words
            .filter((line) => line !== notArrived)
            .join('\n')
            .trim() || notArrived,
        ),
      )
    },
    open: (path, { write, create, truncate, exclusive, mode }) => {
      const file = quoted(path)
      const refuse = `if [ -d ${file} ]; then echo 'Is a directory'; false; elif [ -p ${file} ]; then echo 'Is a pipe'; false; else`
      if (!write) return change(`${refuse} true <${file}; fi`)
      const there = create ? '' : `if ${exists(file)}; then `
      const end = create ? '' : `; else echo 'No such file or directory'; false; fi`
      const mask = `umask ${((usualMask | (~(mode ?? 0o666) & 0o777)) >>> 0).toString(8)}`
      const redirect = truncate || exclusive ? '>' : '>>'
      const opening = `(${exclusive ? 'set -C; ' : ''}${create ? `${mask}; ` : ''}true ${redirect}${file})`
      return change(`${refuse} ${there}${opening}${end}; fi`)
    },
    setAttributes: async (path, { sizeBytes, owner, mode, times }) => {
      const file = quoted(path)
      const steps = [
        ...(sizeBytes === undefined ? [] : [`truncate -s ${sizeBytes} -- ${file}`]),
        ...(owner ? [`chown ${owner.uid}:${owner.gid} -- ${file}`] : []),
        ...(mode === undefined ? [] : [`chmod ${mode.toString(8)} -- ${file}`]),
        ...(times
          ? [`touch -a -d @${times.accessSeconds} -- ${file}`, `touch -m -d @${times.modifySeconds} -- ${file}`]
          : []),
      ]
      if (steps.length > 0) await change(steps.join(' && '))
    },
    makeDirectory: (path, mode) => {
      const bits = ((mode ?? 0o777) & 0o7777 & ~usualMask).toString(8)
      return change(`mkdir -m ${bits} -- ${quoted(path)}`)
    },
    removeDirectory: (path) => change(`rmdir -- ${quoted(path)}`),
    remove: (path) => {
      const file = quoted(path)
      const directory = `[ -d ${file} ] && [ ! -L ${file} ]`
      // `rm -f` is silent about what is not there.
      return change(
        `if ${directory}; then echo 'Is a directory'; false; elif ${exists(file)}; then rm -f -- ${file}; else rm -- ${file}; fi`,
      )
    },
    rename: (from, to, replace) => {
      const [old, next] = [quoted(from), quoted(to)]
      const move = `mv -f -- ${old} ${next}`
      // A directory would be moved into, and what it holds not replaced.
      const directory = (file: string) => `[ -d ${file} ] && [ ! -L ${file} ]`
      const overDirectory = `if ${directory(next)}; then ${directory(old)} && rmdir -- ${next} && ${move}; else ${move}; fi`
      if (replace) return change(overDirectory)
      return change(`if ${exists(next)}; then echo 'File exists'; false; else ${move}; fi`)
    },
    readLink: async (path) => {
      const output = await run(`readlink -- ${quoted(path)} || { echo 'Not a link'; false; }`)
      return output.toString('latin1').replace(/\n$/, '')
    },
    symlink: (target, path) => change(`ln -s -- ${quoted(target)} ${quoted(path)}`),
    hardlink: (from, to) => change(`ln -- ${quoted(from)} ${quoted(to)}`),
    realPath: async (path) => {
      const output = await run(`readlink -f -- ${quoted(path)}`)
      return output.toString('latin1').replace(/\n$/, '')
    },
  }
}
