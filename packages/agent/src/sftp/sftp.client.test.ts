// OpenSSH's own client against both servers: the same batch on the same tree must print and leave the same.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  createScratchFolder,
  describeTree,
  onBun,
  onNode,
  openSsh,
  type ScratchFolder,
  scriptOf,
  type ServerUnderTest,
} from './testing/servers.ts'

const oldSeconds = 1_234_567_890

interface Outcome {
  readonly code: number | null
  readonly output: string
  readonly tree: string
}

/** Commands run one after the other; a leading `-` lets a batch go on after a failure. */
function runBatch(
  server: ServerUnderTest,
  tools: ScratchFolder,
  folder: ScratchFolder,
  batch: readonly string[],
): Outcome {
  const run = spawnSync('sftp', ['-b', '-', '-D', scriptOf(server, tools)], {
    cwd: folder.path,
    input: `${batch.join('\n')}\n`,
    encoding: 'latin1',
    env: { PATH: '/usr/bin:/bin', TZ: 'Asia/Kolkata', LC_ALL: 'C' },
  })
  return { code: run.status, output: run.stdout + run.stderr, tree: describeTree(folder.path) }
}

function plant(folder: ScratchFolder): void {
  folder.clear()
  for (const name of ['one.txt', 'two.txt', 'three.bin']) {
    writeFileSync(folder.file(name), name.repeat(1000))
    utimesSync(folder.file(name), oldSeconds, oldSeconds)
  }
  mkdirSync(folder.file('tree/below/deep'), { recursive: true })
  writeFileSync(folder.file('tree/below/deep/leaf'), 'leaf')
  writeFileSync(folder.file('tree/executable'), '#!/bin/sh', { mode: 0o755 })
  symlinkSync('below/deep', folder.file('tree/shortcut'))
  writeFileSync(folder.file('sparse'), '')
  truncateSync(folder.file('sparse'), 3 * 1024 * 1024)
  writeFileSync(folder.file('half'), 'one.txtone'.repeat(1))
  for (const name of ['tree/below/deep/leaf', 'tree/executable', 'sparse']) {
    utimesSync(folder.file(name), oldSeconds, oldSeconds)
  }
}

const batches: Readonly<Record<string, readonly string[]>> = {
  'moves about and lists': [
    'pwd',
    'cd tree',
    'pwd',
    'ls -1',
    'cd below/..',
    'pwd',
    'ls -l executable',
    'cd ..',
    'ls -n *.txt',
  ],
  'lists in every order': ['ls -1S', 'ls -1r', 'ls -lt one.txt sparse', 'ls -a1', 'ls -1f tree/executable'],
  'puts and gets one file, with its times and mode': ['put -p one.txt copy', 'get -p copy back', 'ls -l copy back'],
  'puts a tree': ['put -rp tree planted', 'ls -l planted/executable', 'ls -1 planted/below/deep'],
  'gets a tree': ['get -rp tree fetched'],
  resumes: ['reput one.txt half', 'reget one.txt half', 'ls -n one.txt'],
  'renames, with and without the extension': [
    'rename one.txt uno.txt',
    'rename -l two.txt dos.txt',
    '-rename -l dos.txt uno.txt',
    'rename dos.txt uno.txt',
    '-rename missing other',
    '-rename tree uno.txt',
  ],
  links: ['ln one.txt hard', 'ln -s one.txt soft', '-ln one.txt hard', '-ln tree hard-tree', '-ln -s x soft', 'ls -1'],
  'makes and removes folders': ['mkdir new', '-mkdir new', '-mkdir no/where', 'rmdir new', '-rmdir new', '-rmdir tree'],
  'removes by pattern': ['rm *.txt', '-rm *.txt', '-rm tree', '-rm missing', 'ls -1'],
  'changes modes and owners': [
    'chmod 4711 one.txt',
    'chmod 1777 tree',
    'chown 0 one.txt',
    'chgrp 0 one.txt',
    '-chmod 600 missing',
    'ls -l one.txt',
  ],
  'changes a link itself': ['ln -s one.txt soft', '-chmod -h 600 soft', 'chown -h 0 soft'],
  'copies on the device': [
    'copy one.txt again.txt',
    'cp sparse sparse-copy',
    '-cp missing x',
    '-cp one.txt no/where',
    'ls -1',
  ],
  'fails like a file system': [
    '-get missing',
    '-get tree',
    '-put one.txt no/where',
    '-put one.txt tree/below',
    '-cd one.txt',
    '-ls no/*',
  ],
  'stops at the first failure': ['ls -1 one.txt', 'get missing', 'rm one.txt'],
  'expands a home': ['-cd ~', '-cd ~root', 'pwd', '-cd ~nobody-of-that-name'],
}

describe.skipIf(openSsh === undefined).each([onBun, onNode])('the sftp command with $name', (server) => {
  it.each(Object.keys(batches))('%s', (name) => {
    using folder = createScratchFolder()
    using tools = createScratchFolder()
    const outcome = (tested: ServerUnderTest) => {
      plant(folder)
      return runBatch(tested, tools, folder, batches[name] ?? [])
    }
    const ours = outcome(server)
    expect(ours).toEqual(outcome(openSsh!))
    expect(ours.output).toContain('sftp> ')
  })
})

describe.each([onBun, onNode])('the sftp command, byte for byte, with $name', (server) => {
  const sizes = [0, 1, 32_767, 32_768, 32_769, 261_119, 261_120, 261_121, 5_000_000]

  it.each(['', '-B 1000', '-B 32768 -R 1', '-B 262000', '-R 256'])(
    'carries files of awkward sizes with options "%s"',
    (options) => {
      using folder = createScratchFolder()
      using tools = createScratchFolder()
      const batch = sizes.flatMap((size) => {
        const bytes = Buffer.from(Array.from({ length: Math.min(size, 1021) }, (_, index) => (index * 7) & 0xff))
        writeFileSync(folder.file(`${size}`), Buffer.alloc(size, bytes.length > 0 ? bytes : '-'))
        return [`put ${size} up-${size}`, `get up-${size} down-${size}`]
      })
      const words = options.split(' ').filter((word) => word !== '')
      const run = spawnSync('sftp', ['-q', ...words, '-b', '-', '-D', scriptOf(server, tools)], {
        cwd: folder.path,
        input: `${batch.join('\n')}\n`,
        encoding: 'utf8',
      })
      expect(run.stderr).toBe('')
      for (const size of sizes) {
        const original = readFileSync(folder.file(`${size}`))
        expect(readFileSync(folder.file(`up-${size}`)).equals(original), `put ${size}`).toBe(true)
        expect(readFileSync(folder.file(`down-${size}`)).equals(original), `get ${size}`).toBe(true)
      }
    },
  )
})
