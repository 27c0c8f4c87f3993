import { readFile } from 'node:fs/promises'
import { ApiError, type Client } from '@sshore/client'
import type { Recording } from '@sshore/contract'
import type { Verdict } from '@sshore/recording'
import { type Command, Option } from 'commander'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { everyPage } from '../instance/every-page.ts'
import { sessionDigits } from '../reach/by-identifier.ts'
import { openPlace, withReach } from '../reach/reach.ts'
import { formats, type Format, save, written } from '../recordings/downloading.ts'
import { type Pace, play } from '../recordings/playing.ts'
import { piecesOf, piecesOfFile, playedFrom, publicKeyOf, verdictOf } from '../recordings/read-recording.ts'
import type { Surroundings } from '../surroundings.ts'
import { confirm } from '../terminal/answers.ts'
import { shortTime } from '../terminal/times.ts'
import { examples, group, invocationOf, leaf } from './command.ts'

interface SeatOptions {
  readonly seat?: string
}

const usage = (message: string): CommandFailure => new CommandFailure(exitCodes.usage, 'invalid_input', message)

function positive(text: string, flag: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value > 0) return value
  throw usage(`--${flag}: got ${JSON.stringify(text)}, expected a number above 0.`)
}

/** By the uid of its session, or the beginning of one (at least 8 digits), and the seat where there are several. */
async function getRecording(client: Client, given: string, { seat }: SeatOptions): Promise<Recording> {
  const digits = sessionDigits(given)
  const all = await everyPage((query) => client.listRecordings({ query }))
  const found = all.filter((each) => each.uid.startsWith(digits) && (seat === undefined || String(each.seat) === seat))
  const [first, another] = found
  if (!first) {
    const message = `There is no recording of the session ${given} here; "sshore recording list" shows all.`
    throw new CommandFailure(exitCodes.notFound, 'recording_not_found', message)
  }
  if (!another) return first
  const seats = found.map((each) => `${each.uid.slice(0, 12)} --seat ${each.seat}`).join(', ')
  throw new CommandFailure(exitCodes.usage, 'ambiguous_name', `There are several: ${seats}.`)
}

const duration = (milliseconds: number): string => `${Math.round(milliseconds / 1000)} s`

const stateOf = ({ outcome, lost_bytes: lost }: Recording): string =>
  lost > 0 ? `${outcome}, ${lost} bytes missing` : outcome

function addList(recording: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(recording, 'list <namespace>', 'List recordings, newest first'))
  command.addHelpText('after', examples('sshore recording list workshop')).action(async (name: string) => {
    const invocation = invocationOf(surroundings, command)
    const { output } = invocation
    await using place = await openPlace(invocation, command, name)
    const all = await everyPage((query) => place.client.listRecordings({ query }))
    output.result(all, () =>
      output.table(
        ['STARTED', 'DEVICE', 'LOGIN', 'LENGTH', 'KIND', 'STATE', 'SESSION', 'SEAT'],
        all.map((each) => [
          ...[shortTime(each.started_at), each.device_name, each.username, duration(each.milliseconds)],
          ...[each.kind, stateOf(each), each.uid.slice(0, 12), String(each.seat)],
        ]),
      ),
    )
  })
}

function addSearch(recording: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(recording, 'search <namespace> <words...>', 'Find what was on a screen'))
  command
    .addHelpText('after', examples('sshore recording search workshop permission denied'))
    .action(async (name: string, words: readonly string[]) => {
      const invocation = invocationOf(surroundings, command)
      const { output } = invocation
      await using place = await openPlace(invocation, command, name)
      const query = { query: words.join(' '), per_page: 100 }
      const { body: found } = await place.client.searchRecordings({ query })
      output.result(found, () =>
        output.table(
          ['TIME', 'DEVICE', 'LOGIN', 'SESSION', 'SEAT', 'SECOND', 'TEXT'],
          found.map((each) => [
            ...[shortTime(each.time), each.device_name, each.username, each.uid.slice(0, 12), String(each.seat)],
            ...[each.second.toFixed(1), each.text.replaceAll('\n', ' / ')],
          ]),
        ),
      )
    })
}

interface VerifyOptions extends SeatOptions {
  readonly file?: string
  readonly key?: string
}

/** Of a file with a key that is at hand, without any server. */
async function verifyFile({ file, key }: VerifyOptions) {
  if (file === undefined || key === undefined) throw usage('Name a session, or --file with --key.')
  const pem = await readFile(key, 'utf8').catch((cause: unknown) => {
    throw new CommandFailure(exitCodes.notFound, 'no_file', `${key} cannot be read.`, { cause })
  })
  return verdictOf(piecesOfFile(file), publicKeyOf(pem))
}

/** The server itself cannot open it, and says where. */
function unreadable(error: unknown): Pick<Verdict, 'intact' | 'problem'> {
  if (!(error instanceof ApiError && error.code === 'recording_broken')) throw error
  return { intact: false, problem: error.message }
}

const verdictText = ({ intact, problem, blocks = 0 }: Partial<Verdict>): string =>
  intact ? `Intact: ${blocks} blocks, to its end.\n` : `${problem}\n`

function addVerify(recording: Command, surroundings: Surroundings): void {
  const command = withReach(
    leaf(
      recording,
      'verify [namespace] [session]',
      'Check that a recording is as the server wrote it, or say where not',
    ),
  )
  command
    .option('--seat <number>', 'channel of the session, where several were recorded')
    .option('--file <path>', 'a file from "sshore recording download --format proof"')
    .option('--key <path>', 'with --file: the public key from "sshore recording key"')
    .addHelpText(
      'after',
      examples(
        'sshore recording verify workshop 5f0c2a91be07',
        'sshore recording verify --file session.rec --key key.pem',
      ),
    )
    .action(async (name: string | undefined, given: string | undefined, options: VerifyOptions) => {
      const invocation = invocationOf(surroundings, command)
      const verify = async () => {
        if (name === undefined || given === undefined) return verifyFile(options)
        await using place = await openPlace(invocation, command, name)
        const found = await getRecording(place.client, given, options)
        const { body } = await place.client.getRecordingKey()
        return await verdictOf(piecesOf(place.client, found), publicKeyOf(body.public_key)).catch(unreadable)
      }
      const verdict: Partial<Verdict> = await verify()
      const { intact, problem, blocks } = verdict
      invocation.output.result({ intact, problem, blocks }, () => verdictText(verdict))
      if (verdict.intact) return
      throw new CommandFailure(exitCodes.failed, 'recording_broken', 'The recording is not as the server wrote it.')
    })
}

/** In the terminal there is, until its end or Ctrl-C; into a file or pipe as it was. */
async function show(
  surroundings: Surroundings,
  pace: Pace,
  pieces: (stopping: AbortSignal) => AsyncIterable<Uint8Array>,
): Promise<void> {
  const stop = new AbortController()
  using _listening = surroundings.onStopSignal(() => stop.abort())
  const { stdout } = surroundings
  const isTerminal = stdout.isTTY === true
  const asItWas = isTerminal ? pace : { ...pace, speed: Infinity }
  await play(playedFrom(pieces(stop.signal)), stdout, asItWas, { isTerminal, stopping: stop.signal })
}

interface PlayOptions extends SeatOptions {
  readonly speed: string
  readonly pause: string
}

function addPlay(recording: Command, surroundings: Surroundings): void {
  const command = withReach(
    leaf(
      recording,
      'play <namespace> <session>',
      'Show a recording in this terminal; into a file or pipe, all at once',
    ),
  )
  command
    .option('--seat <number>', 'channel of the session, where several were recorded')
    .option('--speed <factor>', 'how many times as fast', '1')
    .option('--pause <seconds>', 'longest pause', '2')
    .addHelpText('after', examples('sshore recording play workshop 5f0c2a91be07 --speed 2'))
    .action(async (name: string, given: string, options: PlayOptions) => {
      const invocation = invocationOf(surroundings, command)
      const pace = { speed: positive(options.speed, 'speed'), pauseSecondsMost: positive(options.pause, 'pause') }
      await using place = await openPlace(invocation, command, name)
      const found = await getRecording(place.client, given, options)
      await show(surroundings, pace, () => piecesOf(place.client, found))
    })
}

function addWatch(recording: Command, surroundings: Surroundings): void {
  const command = withReach(
    leaf(recording, 'watch <namespace> <session>', 'Show a session that runs: what it has said, then what it says'),
  )
  command
    .option('--seat <number>', 'channel of the session, where several are recorded')
    .addHelpText('after', examples('sshore recording watch workshop 5f0c2a91be07'))
    .action(async (name: string, given: string, options: SeatOptions) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const found = await getRecording(place.client, given, options)
      const atOnce = { speed: Infinity, pauseSecondsMost: 1 }
      await show(surroundings, atOnce, (stopping) => piecesOf(place.client, found, stopping))
    })
}

interface DownloadOptions extends SeatOptions {
  readonly output: string
  readonly format: Format
}

function addDownload(recording: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(recording, 'download <namespace> <session>', 'Save a recording as a file'))
  command
    .requiredOption('--output <path>', 'file to make')
    .option('--seat <number>', 'channel of the session, where several were recorded')
    .addOption(
      new Option(
        '--format <format>',
        'asciicast: for players; proof: to be verified without the server; raw: bytes that the terminal got',
      )
        .choices([...formats])
        .default('asciicast'),
    )
    .addHelpText('after', examples('sshore recording download workshop 5f0c2a91be07 --output session.cast'))
    .action(async (name: string, given: string, options: DownloadOptions) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const found = await getRecording(place.client, given, options)
      const bytes = await save(options.output, written(piecesOf(place.client, found), options.format))
      const result = { uid: found.uid, seat: found.seat, file: options.output, bytes }
      invocation.output.result(result, () => `${options.output}: ${bytes} bytes.\n`)
    })
}

function addKey(recording: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(recording, 'key <namespace>', 'Print the public key with which the server signs'))
  command.addHelpText('after', examples('sshore recording key workshop > key.pem')).action(async (name: string) => {
    const invocation = invocationOf(surroundings, command)
    await using place = await openPlace(invocation, command, name)
    const { body } = await place.client.getRecordingKey()
    if (!invocation.output.json) invocation.output.note(body.fingerprint)
    invocation.output.result(body, () => body.public_key)
  })
}

function addDelete(recording: Command, surroundings: Surroundings): void {
  const command = withReach(leaf(recording, 'delete <namespace> <session>', 'Remove a recording for good'))
  command
    .option('--seat <number>', 'channel of the session, where several were recorded')
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('sshore recording delete workshop 5f0c2a91be07 --yes'))
    .action(async (name: string, given: string, options: SeatOptions & { yes?: true }) => {
      const invocation = invocationOf(surroundings, command)
      await using place = await openPlace(invocation, command, name)
      const { uid, seat, username, device_name: device } = await getRecording(place.client, given, options)
      await confirm(
        surroundings,
        `Remove the recording of ${username} on ${device}, ${uid.slice(0, 12)}?`,
        options.yes === true,
      )
      await place.client.deleteRecord({ params: { uid, seat } })
      invocation.output.result({ uid, seat }, () => `The recording of ${uid.slice(0, 12)} is gone.\n`)
    })
}

export function addRecordingCommands(program: Command, surroundings: Surroundings): void {
  const recording = group(program, 'recording', 'Play, check, search and remove what was recorded of sessions')
  for (const add of [addList, addSearch, addPlay, addWatch, addVerify, addKey, addDownload, addDelete]) {
    add(recording, surroundings)
  }
}
