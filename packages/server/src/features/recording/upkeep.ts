// What is done to recordings beside the calls: ending those that nobody ends, making them searchable, dropping old ones.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@sshore/contract'
import { ShownTexts } from '@sshore/recording'
import { serverActor } from '../../platform/actor.ts'
import { change } from '../../platform/change.ts'
import { hours, seconds } from '../../platform/clock.ts'
import { flag } from '../../platform/database/codecs.ts'
import { scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { eventsOf } from './playback.ts'
import { endForsaken, placeOf, remove } from './recordings.ts'
import { listAbandoned, listExpired, listUnsearchable, patchRecording, type RecordingRow } from './recordings.store.ts'
import { insertTexts, type NewText, removeTexts } from './texts.store.ts'
import { wordsOf } from './words.ts'

const abandonedSeconds = 60
const atOnce = 100
const textsAtOnce = 16
const turnMilliseconds = 3

/** Work on the thread that also carries sessions: others come in between. */
class Turns {
  #since = performance.now()

  async share(): Promise<void> {
    if (performance.now() - this.#since < turnMilliseconds) return
    await nextTurn()
    this.#since = performance.now()
  }
}

/** Ends those whose session is over and whose gateway says nothing more. */
export async function endAbandoned(services: Services): Promise<void> {
  const before = services.clock.now() - seconds(abandonedSeconds)
  for (const row of await listAbandoned(services.database, before, atOnce)) {
    await endForsaken(services, row).catch((error: unknown) =>
      services.log.error({ err: error, session: row.session, seat: row.seat }, 'a recording could not be ended'),
    )
  }
}

/** What could be read on the screen, as far as it is kept for the search. */
async function textsOf(services: Services, row: RecordingRow, stopping: AbortSignal): Promise<NewText[]> {
  const shown = new ShownTexts(row.kind === 'terminal' ? 80 : 1, 24)
  const texts: NewText[] = []
  const turns = new Turns()
  let chars = 0
  const keep = (found: Iterable<{ readonly at: number; readonly text: string }>): void => {
    for (const { at, text } of found) {
      const words = wordsOf(text).join(' ')
      if (words === '' || chars > limits.recordings.searchChars) continue
      chars += text.length
      texts.push({ at, text: text.replaceAll('\0', ''), words })
    }
  }
  for await (const events of eventsOf(services, row)) {
    if (chars > limits.recordings.searchChars || stopping.aborted) break
    for (const event of events) {
      keep(shown.of([event]))
      await turns.share()
    }
  }
  keep(shown.end())
  return texts
}

/** Makes ended recordings searchable. One that cannot be read stays so, and is not tried again. */
export async function makeSearchable(services: Services, stopping: AbortSignal): Promise<void> {
  const { database, log, options } = services
  for (const row of await listUnsearchable(database, atOnce)) {
    if (stopping.aborted) return
    const texts =
      row.kind === 'terminal' && options.recordingSearch !== false
        ? await textsOf(services, row, stopping).catch((error: unknown) => {
            log.error({ err: error, session: row.session, seat: row.seat }, 'a recording could not be read')
            return []
          })
        : []
    if (stopping.aborted) return
    const scope = scopeOf(row.tenant_id)
    // A little at a time: whoever writes to the database meanwhile waits for each transaction. What an earlier attempt left goes first.
    await removeTexts(database, scope, row.session, row.seat)
    for (let from = 0; from < texts.length; from += textsAtOnce) {
      await insertTexts(database, scope, row.session, row.seat, texts.slice(from, from + textsAtOnce))
      await nextTurn()
    }
    await services.recordingFiles
      .compact(placeOf(services, row))
      .catch((error: unknown) =>
        log.error({ err: error, session: row.session, seat: row.seat }, 'a recording stays in pieces'),
      )
    await patchRecording(database, scope, row.session, row.seat, { searchable: flag.write(true) })
  }
}

/** Drops what is older than the server is told to keep. */
export async function dropExpired(services: Services): Promise<void> {
  const { database, clock, options } = services
  const before = clock.now() - hours(24 * (options.recordingRetentionDays ?? limits.recordings.retentionDays))
  for (;;) {
    const rows = await listExpired(database, before, atOnce)
    for (const row of rows) {
      await change(services, serverActor, scopeOf(row.tenant_id), (inside) =>
        remove(services, inside, row.session, row.seat),
      )
    }
    if (rows.length < atOnce) return
  }
}
