// Our SFTP server beside OpenSSH's, both driven by OpenSSH's own client without a network: `node bench/sftp/run.ts`.
// Files live in memory (/dev/shm), so what is measured is the two programs and the pipe between them.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const mebibyte = 1024 * 1024
const sizeMebibytes = Number(process.argv[2] ?? 1024)
const rounds = Number(process.argv[3] ?? 5)
/** Only works whose name contains this. */
const only = process.argv[4] ?? ''
const smallFiles = 2000
const listedFiles = 50_000

const root = join(import.meta.dirname, '../..')
const bun = join(root, `node_modules/@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}/bin/bun`)
const source = join(root, 'packages/agent/src/sftp/main.ts')
const openSshServer = ['/usr/lib/openssh/sftp-server', '/usr/libexec/sftp-server', '/usr/lib/ssh/sftp-server'].find(
  existsSync,
)
if (openSshServer === undefined) throw new Error("OpenSSH's sftp-server is not installed")

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : '/tmp', 'sftp-bench-'))
const inFolder = (name: string): string => join(folder, name)

interface Figure {
  readonly wallSeconds: number
  readonly serverCpuSeconds: number
}

interface Work {
  readonly name: string
  readonly options: readonly string[]
  readonly batch: string
  readonly unit: 'MiB/s' | 'ms'
}

/** A script that runs a server and leaves its user and system time in a file beside it. */
function timed(name: string, command: string): string {
  const script = inFolder(`${name}.sh`)
  const body = `TIMEFORMAT='%U %S'\n{ time ${command} 2>/dev/null; } 2>${script}.time\n`
  writeFileSync(script, `#!/bin/bash\n${body}`, { mode: 0o755 })
  return script
}

function measure(server: string, work: Work): Figure {
  rmSync(inFolder('copies'), { recursive: true, force: true })
  const startedAt = performance.now()
  const run = spawnSync('sftp', ['-q', ...work.options, '-b', '-', '-D', server], {
    input: work.batch,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  const wallSeconds = (performance.now() - startedAt) / 1000
  if (run.status !== 0) throw new Error(`${work.name} failed: ${run.stderr}`)
  const [user = 0, system = 0] = readFileSync(`${server}.time`, 'utf8').trim().split(' ').map(Number)
  return { wallSeconds, serverCpuSeconds: user + system }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Rounds alternate between the servers, so that a busy minute of the machine meets both. */
function compare(servers: ReadonlyMap<string, string>, work: Work): void {
  const figures = new Map<string, Figure[]>()
  for (let round = 0; round < rounds; round++) {
    for (const [name, server] of servers) {
      figures.set(name, [...(figures.get(name) ?? []), measure(server, work)])
    }
  }
  const columns = [...figures].map(([name, runs]) => {
    const wall = median(runs.map((run) => run.wallSeconds))
    const cpu = median(runs.map((run) => run.serverCpuSeconds))
    const rate = work.unit === 'ms' ? wall * 1000 : sizeMebibytes / wall
    return `${name} ${rate.toFixed(0)} ${work.unit}, ${cpu.toFixed(2)} s CPU`
  })
  console.log(`${work.name.padEnd(28)} ${columns.join('   |   ')}`)
}

function prepare(): void {
  const block = Buffer.alloc(mebibyte, 'sixteen bytes ok')
  writeFileSync(inFolder('big'), '')
  for (let index = 0; index < sizeMebibytes; index++) writeFileSync(inFolder('big'), block, { flag: 'a' })
  mkdirSync(inFolder('small'))
  const small = block.subarray(0, 4096)
  for (let index = 0; index < smallFiles; index++) writeFileSync(inFolder(`small/file-${index}`), small)
  mkdirSync(inFolder('many'))
  for (let index = 0; index < listedFiles; index++) writeFileSync(inFolder(`many/file-${index}`), '')
}

const works: readonly Work[] = [
  { name: 'start', options: [], batch: 'pwd\n', unit: 'ms' },
  { name: 'put', options: [], batch: 'put big copy\n', unit: 'MiB/s' },
  { name: 'get', options: [], batch: 'get big copy\n', unit: 'MiB/s' },
  { name: 'put, 32 KiB requests', options: ['-B', '32768'], batch: 'put big copy\n', unit: 'MiB/s' },
  { name: 'get, 32 KiB requests', options: ['-B', '32768'], batch: 'get big copy\n', unit: 'MiB/s' },
  { name: `put ${smallFiles} files of 4 KiB`, options: [], batch: 'put -r small copies\n', unit: 'ms' },
  { name: `get ${smallFiles} files of 4 KiB`, options: [], batch: 'get -r small copies\n', unit: 'ms' },
  { name: `list ${listedFiles} files`, options: [], batch: 'ls -ln many\n', unit: 'ms' },
]

try {
  prepare()
  const compiled = inFolder('sshore-sftp')
  execFileSync(bun, ['build', '--compile', '--minify', '--bytecode', '--format=esm', source, '--outfile', compiled], {
    stdio: 'ignore',
  })
  const servers = new Map([
    ['OpenSSH', timed('openssh', openSshServer)],
    ['Sshore', timed('sshore', compiled)],
  ])
  console.log(`${sizeMebibytes} MiB, median of ${rounds} rounds; CPU is the server's`)
  for (const work of works.filter(({ name }) => name.includes(only))) compare(servers, work)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
