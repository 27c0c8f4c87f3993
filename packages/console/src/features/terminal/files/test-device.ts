// A device's SFTP server whose files are in memory. Only the WebSocket is left out: the real client speaks to it.
import { sftp } from '@sshore/contract'
import { type Bytes, field, FieldReader, joined } from '../ssh-wire.ts'
import type { Lane } from './lane.ts'
import { parentOf } from './path.ts'
import { Sftp, SftpError } from './sftp.ts'

const { attributeFlag, openFlag, packetType: types, statusCode, version } = sftp

type Operation = keyof typeof types
type Answer = readonly [type: number, ...fields: Bytes[]]

/** Requests that are not answered until `release`. */
interface Hold {
  /** When the first such request has come. */
  readonly reached: Promise<void>
  readonly release: () => void
}

interface Held extends Hold {
  readonly operation: Operation
  readonly path: string
  readonly onReached: () => void
  readonly released: Promise<void>
}

interface Handle {
  readonly path: string
  /** Of a folder that is being listed. */
  names: readonly string[] | undefined
}

const word = (value: number): Bytes =>
  Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)
const status = (code: number): Answer => [types.status, word(code), field(''), field('')]
const done = status(statusCode.ok)

export class TestDevice {
  readonly home = '/home'
  /** Folders have no content. */
  readonly files = new Map<string, string | undefined>([['/', undefined]])
  lanes: { isOpen: boolean; readonly sftp: Sftp }[] = []
  readonly #holds = new Set<Held>()
  readonly #handles = new Map<string, Handle>()
  #next = 0

  /** As `openLane` does it. */
  readonly openLane = async (): Promise<Lane> => {
    const lane = { isOpen: true, sftp: new Sftp((bytes) => void this.#serve(lane, bytes)) }
    this.lanes.push(lane)
    await lane.sftp.start()
    return { sftp: lane.sftp, isOpen: () => lane.isOpen, close: () => this.#drop(lane), waiting: () => 0 }
  }

  /** Without a path: wherever it is done. */
  hold(operation: Operation, path = ''): Hold {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held: Held = {
      operation,
      path,
      reached: reached.promise,
      onReached: reached.resolve,
      released: released.promise,
      release: () => {
        this.#holds.delete(held)
        released.resolve()
      },
    }
    this.#holds.add(held)
    return held
  }

  /** Every connection is lost. */
  drop(): void {
    for (const lane of this.lanes) this.#drop(lane)
  }

  /** Paths of the files that are open now. */
  get opened(): readonly string[] {
    return [...this.#handles.values()].filter(({ names }) => !names).map(({ path }) => path)
  }

  #drop(lane: (typeof this.lanes)[number]): void {
    lane.isOpen = false
    lane.sftp.fail(new SftpError('broken'))
  }

  async #serve(lane: (typeof this.lanes)[number], bytes: Bytes): Promise<void> {
    const reader = new FieldReader(bytes.slice(4))
    const [type = 0] = reader.take(1)
    const id = reader.take(4)
    const first = type === types.init ? '' : reader.text()
    const path = this.#handles.get(first)?.path ?? first
    for (const held of this.#holds) {
      if (types[held.operation] !== type || (held.path !== '' && held.path !== path)) continue
      held.onReached()
      await held.released
    }
    if (!lane.isOpen) return
    if (type === types.init) return lane.sftp.receive(field(joined([Uint8Array.of(types.version), word(version)])))
    const [kind, ...fields] = this.#answer(type, first, reader)
    lane.sftp.receive(field(joined([Uint8Array.of(kind), id, ...fields])))
  }

  #answer(type: number, first: string, reader: FieldReader): Answer {
    const handle = this.#handles.get(first)
    switch (type) {
      case types.realpath:
        return [types.name, word(1), field(first === '.' ? this.home : first), field(''), word(0)]
      case types.opendir:
        return this.#open(
          first,
          [...this.files.keys()].filter((each) => each !== '/' && parentOf(each) === first),
        )
      case types.readdir: {
        const paths = handle?.names ?? []
        if (!handle || paths.length === 0) return status(statusCode.eof)
        handle.names = []
        const names = paths.flatMap((each) => [field(each.slice(each.lastIndexOf('/') + 1)), field(''), this.#of(each)])
        return [types.name, word(paths.length), ...names]
      }
      case types.open:
        if (!this.files.has(parentOf(first))) return status(statusCode.noSuchFile)
        if ((reader.uint32() & openFlag.write) !== 0) this.files.set(first, '')
        return this.#open(first, undefined)
      case types.write:
        reader.take(8)
        this.files.set(handle?.path ?? '', reader.text())
        return done
      case types.read: {
        const at = new DataView(reader.take(8).buffer).getBigUint64(0)
        const content = this.files.get(handle?.path ?? '')
        return at > 0n || !content ? status(statusCode.eof) : [types.data, field(content)]
      }
      case types.close:
        this.#handles.delete(first)
        return done
      case types.mkdir:
        this.files.set(first, undefined)
        return done
      case types.rename: {
        const content = this.files.get(first)
        this.files.delete(first)
        this.files.set(reader.text(), content)
        return done
      }
      case types.remove:
      case types.rmdir:
        return this.files.delete(first) ? done : status(statusCode.noSuchFile)
      default:
        return this.files.has(first) ? [types.attrs, this.#of(first)] : status(statusCode.noSuchFile)
    }
  }

  #open(path: string, names: readonly string[] | undefined): Answer {
    if (!this.files.has(path)) return status(statusCode.noSuchFile)
    this.#next += 1
    this.#handles.set(String(this.#next), { path, names })
    return [types.handle, field(String(this.#next))]
  }

  #of(path: string): Bytes {
    const mode = this.files.get(path) === undefined ? 0o040755 : 0o100644
    return joined([word(attributeFlag.permissions), word(mode)])
  }
}
