// Recordings that are being written here: how far each has come, and one block after the other.
import type { Block, RecordingHeader } from '@sshore/recording'
import type { RecordingFiles, RecordingHead, RecordingPlace } from './recording-files.ts'

interface Writer {
  head: RecordingHead | undefined
  last: Promise<unknown>
}

/** Another block comes first. */
export class OutOfOrder extends Error {
  constructor() {
    super('Another block of this recording comes first.')
    this.name = 'OutOfOrder'
  }
}

export class RecordingWriters {
  readonly #files: RecordingFiles
  readonly #byName = new Map<string, Writer>()

  constructor(files: RecordingFiles) {
    this.#files = files
  }

  /** Begins it, unless it has begun already. */
  async create(place: RecordingPlace, header: RecordingHeader): Promise<void> {
    await this.#inTurn(place, async (head) => head ?? this.#files.create(place, header))
  }

  /**
   * Adds the block of this number, or the next one where none is given; the head afterwards. One that is there already is
   * not added again. Fails with `OutOfOrder`, or as the store does.
   */
  append(
    place: RecordingPlace,
    { kind, number, content }: Pick<Block, 'kind' | 'content'> & { readonly number?: number },
  ): Promise<RecordingHead> {
    return this.#inTurn(place, async (head) => {
      if (!head) throw new OutOfOrder()
      if (head.ended || (number !== undefined && number <= head.number)) return head
      if (number !== undefined && number !== head.number + 1) throw new OutOfOrder()
      return this.#files.append(place, head, kind, content)
    })
  }

  /** It will not be written any more. */
  forget(name: string): void {
    this.#byName.delete(name)
  }

  #inTurn(
    place: RecordingPlace,
    run: (head: RecordingHead | undefined) => Promise<RecordingHead>,
  ): Promise<RecordingHead> {
    const writer = this.#byName.get(place.name) ?? { head: undefined, last: Promise.resolve() }
    this.#byName.set(place.name, writer)
    const next = async (): Promise<RecordingHead> => {
      writer.head = await run(writer.head ?? (await this.#files.findHead(place)))
      return writer.head
    }
    const done = writer.last.then(next)
    writer.last = done.catch(() => undefined)
    return done
  }
}
