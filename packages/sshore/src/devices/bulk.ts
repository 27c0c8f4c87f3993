// One thing done to many devices: shown first, asked about, then done a few at a time; one failure does not stop the others.
import type { Device } from '@sshore/contract'
import type { Invocation } from '../commands/command.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { confirm } from '../terminal/answers.ts'
import { devicesTable } from './device-text.ts'

const atOnce = 8

export interface BulkWork {
  /** Completes "Accept 3 devices". */
  readonly verb: string
  /** Completes "3 devices accepted." */
  readonly done: string
  readonly what: string
  readonly act: (device: Device) => Promise<unknown>
  readonly yes: boolean
  readonly dryRun: boolean
}

interface Outcome {
  readonly uid: string
  readonly name: string
  readonly error?: string
}

async function attempt(device: Device, act: BulkWork['act']): Promise<Outcome> {
  const { uid, name } = device
  try {
    await act(device)
    return { uid, name }
  } catch (error) {
    return { uid, name, error: error instanceof Error ? error.message : String(error) }
  }
}

async function doAll(devices: readonly Device[], act: BulkWork['act']): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const rest = devices.values()
  const lane = async (): Promise<void> => {
    for (const device of rest) outcomes.push(await attempt(device, act))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return outcomes
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

/** Fails with exit code 1 when something could not be done; everything else is done then. */
export async function inBulk(
  { surroundings, output }: Invocation,
  devices: readonly Device[],
  work: BulkWork,
): Promise<void> {
  const { verb, done, what, act, yes, dryRun } = work
  if (dryRun || devices.length === 0) {
    const names = devices.map(({ uid, name, status }) => ({ uid, name, status }))
    output.result({ dry_run: dryRun, devices: names }, () =>
      devices.length === 0 ? 'Nothing matches.\n' : devicesTable(output, devices),
    )
    if (devices.length === 0) return
    output.note(`Would ${verb.toLowerCase()} ${count(devices.length, what)}; nothing was changed.`)
    return
  }
  if (!yes && surroundings.stdin.isTTY) output.note(devicesTable(output, devices).trimEnd())
  await confirm(surroundings, `${verb} ${count(devices.length, what)}?`, yes)
  const outcomes = await doAll(devices, act)
  const failed = outcomes.filter(({ error }) => error !== undefined)
  for (const { name, error } of failed) output.note(`${name}: ${error}`)
  const succeeded = outcomes.filter(({ error }) => error === undefined)
  if (failed.length > 0) {
    const message = `${count(failed.length, what)} of ${devices.length} could not be ${done}: ${failed.map(({ name }) => name).join(', ')}.`
    throw new CommandFailure(exitCodes.failed, 'partly_done', message)
  }
  output.result({ devices: succeeded }, () => `${count(succeeded.length, what)} ${done}.\n`)
}
