// Goes through the logs and compares each seal with what it ought to be.
import type { contract, ReplyOf } from '@sshore/contract'
import type { Services } from '../../services.ts'
import { findLog, listLogs, readStretch } from './audit.store.ts'
import { sealedText } from './entries.ts'

const everything = { kind: 'and', of: [] } as const

type Log = Awaited<ReturnType<typeof listLogs>>[number]
type Verdict = ReplyOf<typeof contract.verifyAudit>[number]

async function verifyLog({ database, auditSeal }: Services, ends: Log): Promise<Verdict> {
  const { log, name } = ends
  let [number, seal, entries] = [ends.first_number - 1, ends.first_seal, 0]
  const verdict = (problem: string): Verdict => ({ log: name ?? log, entries, intact: problem === '', problem })
  const stretch = { filter: everything, after: number, upTo: ends.last_number }
  for await (const rows of readStretch(database, log, stretch)) {
    for (const row of rows) {
      if (row.number !== number + 1) return verdict(`Entry ${number + 1} is missing.`)
      const expected = auditSeal.of(sealedText(row), seal)
      if (row.seal !== expected) return verdict(`Entry ${row.number}, or one before it, was changed.`)
      number = row.number
      seal = row.seal
      entries += 1
    }
  }
  if (number !== ends.last_number) return verdict(`Entry ${number + 1} is missing.`)
  return verdict(seal === ends.last_seal ? '' : 'The end of the log was changed.')
}

/** Undefined for a log that was forgotten meanwhile. */
async function verdictOn(services: Services, ends: Log): Promise<Verdict | undefined> {
  const verdict = await verifyLog(services, ends)
  if (verdict.intact) return verdict
  const now = await findLog(services.database, ends.log)
  // Entries whose time is over are missing from what was begun before they went.
  const begunAnew = now !== undefined && now.first_number !== ends.first_number
  return begunAnew ? verdictOn(services, { ...now, name: ends.name }) : now && verdict
}

/** One verdict for each log; entries that are added meanwhile are not looked at. */
export async function verifyLogs(services: Services): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const ends of await listLogs(services.database)) {
    const verdict = await verdictOn(services, ends)
    if (verdict) verdicts.push(verdict)
  }
  return verdicts
}
