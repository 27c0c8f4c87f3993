// P1: one big file in both directions, by the programs that people copy with.
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { quoted, run, shell } from '@sshore/testkit'
import { cpuSeconds, untilChildless } from '../measure/cpu.ts'
import { median } from '../measure/statistics.ts'
import { type Hosts, type Insistence, startHosts, type Way, ways } from '../sites/hosts.ts'
import { markdownTable, type Surroundings, type Target } from './target.ts'

interface Work {
  readonly name: string
  readonly insistence?: Insistence
  /** Shell words; `from` exists, `to` does not. */
  command(options: string, host: string, from: string, to: string): string
}

const works: readonly Work[] = [
  { name: 'ssh cat, down', command: (options, host, from) => `ssh ${options} ${host} cat ${from} > /dev/null` },
  { name: 'ssh cat, up', command: (options, host, from) => `ssh ${options} ${host} 'cat > /dev/null' < ${from}` },
  {
    name: 'ssh cat, down, aes128-gcm',
    insistence: 'gcm',
    command: (options, host, from) => `ssh ${options} ${host} cat ${from} > /dev/null`,
  },
  {
    name: 'ssh cat, up, aes128-gcm',
    insistence: 'gcm',
    command: (options, host, from) => `ssh ${options} ${host} 'cat > /dev/null' < ${from}`,
  },
  { name: 'scp, down', command: (options, host, from, to) => `scp -q ${options} ${host}:${from} ${to}` },
  { name: 'scp, up', command: (options, host, from, to) => `scp -q ${options} ${from} ${host}:${to}` },
  {
    name: 'sftp, down',
    command: (options, host, from, to) => `echo get ${from} ${to} | sftp -q ${options} -b - ${host}`,
  },
  {
    name: 'sftp, up',
    command: (options, host, from, to) => `echo put ${from} ${to} | sftp -q ${options} -b - ${host}`,
  },
  { name: 'rsync, down', command: (options, host, from, to) => `rsync -W -e 'ssh ${options}' ${host}:${from} ${to}` },
  { name: 'rsync, up', command: (options, host, from, to) => `rsync -W -e 'ssh ${options}' ${from} ${host}:${to}` },
]

interface Copy {
  readonly seconds: number
  /** By process on the far side, what it started included. */
  readonly cpuSeconds: Readonly<Record<string, number>>
}

const mebibyte = 1024 * 1024

async function copy(hosts: Hosts, work: Work, way: Way, memoryFolder: string): Promise<Copy> {
  const to = join(memoryFolder, 'copy')
  await rm(to, { force: true })
  const processes = hosts.processes(way)
  const pids = processes.map(({ pid }) => pid)
  await untilChildless(pids)
  const before = processes.map(({ pid }) => cpuSeconds(pid))
  const startedAt = performance.now()
  const command = work.command(hosts.options(work.insistence).join(' '), way, join(memoryFolder, 'file'), to)
  const ran = await shell(command, { seconds: 120 })
  const seconds = (performance.now() - startedAt) / 1000
  if (ran.code !== 0) throw new Error(`${work.name} through ${way} failed: ${ran.stderr}`)
  await untilChildless(pids)
  const spent = processes.map(({ name, pid }, index) => [name, cpuSeconds(pid) - (before[index] ?? 0)] as const)
  return { seconds, cpuSeconds: Object.fromEntries(spent) }
}

async function negotiatedCipher(hosts: Hosts, way: Way): Promise<string> {
  const { stderr } = await run('ssh', ['-v', ...hosts.options(), '-o', 'LogLevel=DEBUG1', way, 'true'])
  return [...stderr.matchAll(/server->client cipher: (\S+)/g)].at(-1)?.[1] ?? 'unknown'
}

const total = (copies: readonly Copy[], name?: string): number =>
  median(
    copies.map(({ cpuSeconds: spent }) =>
      name === undefined ? Object.values(spent).reduce((sum, each) => sum + each, 0) : (spent[name] ?? 0),
    ),
  )

async function measure({ quick, folder, memoryFolder, progress }: Surroundings) {
  await using hosts = await startHosts(folder)
  // The device's user writes there.
  await chmod(memoryFolder, 0o777)
  const mebibytes = quick ? 128 : 512
  const rounds = quick ? 1 : 3
  const file = join(memoryFolder, 'file')
  const filled = await shell(`head -c ${mebibytes * mebibyte} /dev/urandom > ${quoted(file)}`, { seconds: 120 })
  if (filled.code !== 0) throw new Error(`The file could not be made: ${filled.stderr}`)
  const ciphers = await Promise.all(ways.map((way) => negotiatedCipher(hosts, way)))

  const done = new Map<string, Copy[]>()
  const of = (work: Work, way: Way): readonly Copy[] => done.get(`${work.name} ${way}`) ?? []
  // Two warm-ups: both runtimes compile what runs often.
  for (const work of works.slice(0, 2)) await copy(hosts, work, 'sshore', memoryFolder)
  for (let round = 0; round < rounds; round += 1) {
    for (const work of works) {
      for (const way of ways) {
        const made = await copy(hosts, work, way, memoryFolder)
        done.set(`${work.name} ${way}`, [...of(work, way), made])
      }
      const times = ways.map((way) => `${way} ${of(work, way).at(-1)?.seconds.toFixed(2)} s`).join(', ')
      progress(`${work.name}, round ${round + 1} of ${rounds}: ${times}`)
    }
  }

  const perGib = 1024 / mebibytes
  const rows = works.map((work) => {
    const rate = (way: Way): number => mebibytes / median(of(work, way).map(({ seconds }) => seconds))
    const cpu = (way: Way, name?: string): number => total(of(work, way), name) * perGib
    return {
      work: work.name,
      mebibytesPerSecond: {
        sshore: rate('sshore'),
        sshd: rate('sshd'),
        jump: rate('jump'),
        reverse: rate('reverse'),
      },
      rateOfJump: rate('sshore') / rate('jump'),
      cpuSecondsPerGib: {
        gateway: cpu('sshore', 'gateway'),
        agent: cpu('sshore', 'agent'),
        sshd: cpu('sshd'),
        jump: cpu('jump'),
        reverse: cpu('reverse'),
      },
      cpuOfSshd: cpu('sshore') / cpu('sshd'),
      cpuOfJump: cpu('sshore') / cpu('jump'),
    }
  })
  const cipherText = new Set(ciphers).size === 1 ? `${ciphers[0]} everywhere` : ciphers.join(', ')
  return {
    figures: { mebibytes, rounds, ciphers, rows },
    lines: [
      `${mebibytes} MiB, medians of ${rounds} rounds; the cipher agreed on where none is named: ${cipherText}.`,
      '',
      ...markdownTable(
        [
          'MiB/s and CPU s/GiB of the far side',
          ...['Sshore', 'sshd', '`ssh -J`', '`ssh -R`', '**of `-J`**'],
          ...['gateway + agent', 'sshd', '`-J`: both sshd', '`-R`: sshd, relay, ssh', '**of sshd**', 'of `-J`'],
        ],
        rows.map(({ work, mebibytesPerSecond: rate, rateOfJump, cpuSecondsPerGib: cpu, cpuOfSshd, cpuOfJump }) => [
          work,
          ...[rate.sshore, rate.sshd, rate.jump, rate.reverse].map((value) => value.toFixed(0)),
          `**${rateOfJump.toFixed(2)}**`,
          `${cpu.gateway.toFixed(2)} + ${cpu.agent.toFixed(2)}`,
          ...[cpu.sshd, cpu.jump, cpu.reverse].map((value) => value.toFixed(2)),
          `**${cpuOfSshd.toFixed(2)}**`,
          cpuOfJump.toFixed(2),
        ]),
      ),
    ],
  }
}

export const copies: Target = {
  id: 'P1',
  title: 'Copies: at least 0.9 of `ssh -J`, at most twice the CPU of sshd',
  measure,
}
