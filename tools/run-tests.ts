// npm test [-- files and flags of Vitest]. In CI, whose cores belong to others too, a file that failed is run once more: by itself, from
// nothing, since the second try of a single test meets what the first one left behind. The report names each.
import { parseCLI, startVitest, type TestModule, type Vitest } from 'vitest/node'

/** More than these are no accident. */
const againMost = 8

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])

/** Undefined where Vitest itself could not start or found nothing to run: it has said why. */
async function run(files: readonly string[], projects = options.project): Promise<Vitest | undefined> {
  process.exitCode = 0
  const vitest = await startVitest([...files], { ...options, ...(projects && { project: projects }) })
  return process.exitCode === 0 || vitest.state.getTestModules().length > 0 ? vitest : undefined
}

const hasPassed = (module: TestModule): boolean => ['passed', 'skipped'].includes(module.state())

/** Which file ran when it happened; undefined for what belongs to none, such as a worker that died. */
const fileOf = (error: unknown): unknown =>
  error instanceof Object && 'VITEST_TEST_PATH' in error ? error.VITEST_TEST_PATH : undefined

/** The files to run again; undefined for a failure that belongs to none. */
function unfinished({ state }: Vitest): readonly TestModule[] | undefined {
  const modules = state.getTestModules()
  const faults = new Set(state.getUnhandledErrors().map(fileOf))
  const again = modules.filter((module) => !hasPassed(module) || faults.has(module.moduleId))
  // A worker that dies belongs to no file, and leaves its file unfinished.
  const isExplained =
    !faults.has(undefined) || modules.some((module) => module.state() === 'queued' || module.state() === 'pending')
  const isLost = !isExplained || (again.length === 0 && process.exitCode !== 0)
  return isLost ? undefined : again
}

async function runAgain(modules: readonly TestModule[]): Promise<number> {
  const left: string[] = []
  for (const { moduleId, project, relativeModuleId } of modules) {
    console.log(`\n==> Once more, by itself: ${relativeModuleId}`)
    const vitest = await run([moduleId], [project.name])
    if (!vitest || unfinished(vitest)?.length !== 0) left.push(relativeModuleId)
  }
  const names = modules.map(({ relativeModuleId }) => relativeModuleId).join(', ')
  console.log(
    left.length === 0
      ? `\nPassed by themselves, and not beside others: ${names}`
      : `\nFailed twice: ${left.join(', ')}`,
  )
  return left.length === 0 ? 0 : 1
}

async function main(): Promise<number> {
  const vitest = await run(filter)
  const modules = vitest && unfinished(vitest)
  if (!modules) return 1
  if (modules.length === 0) return 0
  return process.env['CI'] && modules.length <= againMost ? runAgain(modules) : 1
}

process.exit(await main())
