import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import type { Config } from '../config/variables.ts'
import type { Surroundings } from '../surroundings.ts'
import { gatherLines } from './gathered-lines.ts'
import { logText } from './log-text.ts'

/** The server's log: JSON lines, or text for a person who watches. */
export function createLog(
  config: Pick<Config, 'logLevel' | 'logFormat'>,
  { stderr }: Pick<Surroundings, 'stderr'>,
): Logger {
  const asText = config.logFormat === 'auto' ? stderr.isTTY === true : config.logFormat === 'text'
  const destination: DestinationStream = asText
    ? { write: (line) => void stderr.write(logText(line, stderr.isTTY === true)) }
    : { write: gatherLines((lines) => void stderr.write(lines)) }
  return pino({ level: config.logLevel, timestamp: stdTimeFunctions.isoTime, base: null }, destination)
}
