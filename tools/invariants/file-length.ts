import type { Finding, SourceFile } from './source-files.ts'

const warnAboveLines = 250
const failAboveLines = 400
const code = /\.(ts|tsx|mjs|css)$/

/** A file past 400 lines is two things; one past 250 is asked to think about it. */
export function longFiles(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => code.test(path))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n').length - 1
      if (lines <= warnAboveLines) return []
      const tooLong = lines > failAboveLines
      const message = tooLong
        ? `${lines} lines: a file past ${failAboveLines} is two things, split it where the reader would`
        : `${lines} lines: above ${warnAboveLines}, look for the part with a name of its own`
      return [{ path, severity: tooLong ? 'error' : 'warning', message }]
    })
}
