// Rules of this repository that no ready-made tool checks: node tools/invariants.ts length editions
import { editionWords } from './invariants/edition-words.ts'
import { longFiles } from './invariants/file-length.ts'
import { type Finding, type SourceFile, sourceFiles } from './invariants/source-files.ts'
import { unexplainedSuppressions } from './invariants/suppressions.ts'
import { vagueNames } from './invariants/vague-names.ts'

const invariants: Readonly<Record<string, (files: readonly SourceFile[]) => Finding[]>> = {
  length: longFiles,
  editions: editionWords,
  names: vagueNames,
  suppressions: unexplainedSuppressions,
}

const files = await sourceFiles(process.cwd())
const findings = process.argv.slice(2).flatMap((name) => {
  const invariant = invariants[name]
  if (!invariant) throw new Error(`Unknown invariant ${name}; there are ${Object.keys(invariants).join(', ')}`)
  return invariant(files)
})
for (const { path, severity, message } of findings) console.log(`${severity}: ${path}: ${message}`)
process.exitCode = findings.some(({ severity }) => severity === 'error') ? 1 : 0
