// npm run docs:lighthouse [-- 5]: what Lighthouse says of the built site on a phone; fails below the limits.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@sshore/testkit'
import { serveSite } from './static-site.ts'

const run = promisify(execFile)
const tool = join(repositoryRoot, 'packages/website/lighthouse')
const program = join(tool, 'node_modules/lighthouse/cli/index.js')

/** Of 100. */
const limits = { performance: 90, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof limits
const categories = Object.keys(limits) as readonly Category[]

/** A guide with blocks of code and a picture, and the largest page of all. */
const pages = ['/user-guides/devices/adding', '/developers/openapi/cloud']
/** What is counted of all runs of a page: those during which the machine was least busy with other things. */
const counted = 3
const runs = Math.max(counted, Number(process.argv[2] ?? counted))
const pageDeadlineMilliseconds = 180_000

interface Report {
  readonly categories: Readonly<Record<Category, { readonly score: number }>>
  readonly audits: Readonly<Record<string, { readonly displayValue?: string }>>
  readonly environment: { readonly benchmarkIndex: number }
}

/** Goes before whatever else the machine does, where the system lets us: what others do then is not measured. */
const first = await run('chrt', ['--rr', '1', 'true']).then(
  () => ['chrt', '--rr', '1'],
  () => [],
)

async function measure(url: string, folder: string): Promise<Report> {
  const file = join(folder, 'report.json')
  const words = [
    ...[program, url, '--quiet', '--output=json', `--output-path=${file}`],
    ...[`--only-categories=${categories.join(',')}`, '--chrome-flags=--headless=new --no-sandbox --disable-gpu'],
  ]
  const env = { ...process.env, CHROME_PATH: process.env['CHROMIUM'] ?? '/usr/bin/chromium' }
  const [command = '', ...rest] = [...first, process.execPath, ...words]
  await run(command, rest, { env, timeout: pageDeadlineMilliseconds })
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

const scoreOf = (report: Report, category: Category): number => Math.round(report.categories[category].score * 100)
const middleOf = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

function told(report: Report): string {
  const figures = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'total-byte-weight']
  const said = figures.map((name) => report.audits[name]?.displayValue?.replaceAll(/\s+/g, ' ') ?? '?').join(', ')
  return `${categories.map((name) => scoreOf(report, name)).join(' / ')}  (${said}; machine ${report.environment.benchmarkIndex})`
}

const site = join(repositoryRoot, 'packages/website/dist/site')
if (!existsSync(join(site, 'index.html'))) throw new Error('The site is not built; run: npm run docs:build')
if (!existsSync(program)) {
  console.log('Installing Lighthouse, some seconds …')
  await run('npm', ['ci', '--no-progress', '--ignore-scripts'], { cwd: tool })
}
const folder = await mkdtemp(join(tmpdir(), 'sshore-lighthouse-'))
await using served = await serveSite(site)
const failures: string[] = []
try {
  for (const path of pages) {
    console.log(`${path}: ${categories.join(' / ')}`)
    const reports: Report[] = []
    for (let count = 0; count < runs; count += 1) {
      const report = await measure(`${served.url}${path}`, folder)
      console.log(`  ${told(report)}`)
      reports.push(report)
    }
    const quiet = reports.toSorted((a, b) => b.environment.benchmarkIndex - a.environment.benchmarkIndex)
    for (const category of categories) {
      const score = middleOf(quiet.slice(0, counted).map((report) => scoreOf(report, category)))
      if (score >= limits[category]) continue
      failures.push(`${path}: ${category} is ${score}, at least ${limits[category]} wanted`)
    }
  }
} finally {
  await rm(folder, { recursive: true })
}
console.log(failures.length === 0 ? 'Good enough.' : failures.join('\n'))
process.exitCode = failures.length === 0 ? 0 : 1
