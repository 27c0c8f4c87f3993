// The files that the pages give to devices and servers: each is read by the program that it is for, or by what knows its language.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot, run, temporaryFolder } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { type BlockMark, markedBlocks } from './runnable-blocks.ts'

const blocks = await markedBlocks()
const of = (mark: BlockMark) =>
  blocks.filter((block) => block.mark === mark).map(({ page, text }) => [page, text] as const)

describe('a start script', () => {
  it.each(of('check-script'))('of %s is one for any shell', async (_, text) => {
    const found = await run('shellcheck', ['--shell=sh', '--exclude=SC1091', '-'], { stdin: text })
    expect(found.code, found.stdout).toBe(0)
    // BusyBox is what runs it on such a device.
    const { code, stderr } = await run('busybox', ['sh', '-n'], { stdin: text })
    expect(code, stderr).toBe(0)
  })

  it('with a mistake is seen', async () => {
    expect(
      (await run('shellcheck', ['--shell=sh', '-'], { stdin: '#!/bin/sh\n[[ $1 == x ]] && rm $2\n' })).code,
    ).not.toBe(0)
  })
})

/** What systemd says of a unit. */
async function saidOfUnit(text: string): Promise<readonly string[]> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'sshore-check.service')
  // What is looked for are words that systemd does not know; the program is installed elsewhere.
  await writeFile(file, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true').replace(/^User=.*\n/m, ''))
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', file])
  return `${stdout}${stderr}`.split('\n').filter((line) => line.includes('sshore-check'))
}

describe('a systemd unit', () => {
  it.each(of('check-unit'))('of %s has only words that systemd knows', async (_, text) => {
    expect(await saidOfUnit(text)).toEqual([])
  })

  it('with another word is seen', async () => {
    const said = await saidOfUnit('[Service]\nExecStart=/usr/sbin/sshore-agent\nBogus=1\n')
    expect(said.join('\n')).toContain('Bogus')
  })
})

describe('a configuration of nginx', () => {
  it.each(of('check-nginx'))('of %s is one', async (_, text) => {
    await using folder = await temporaryFolder()
    const [key, certificate] = [join(folder.path, 'key.pem'), join(folder.path, 'certificate.pem')]
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=x']
    expect(await run('openssl', [...made, '-keyout', key, '-out', certificate])).toMatchObject({ code: 0 })
    const there = text
      .replaceAll(/(ssl_certificate_key\s+)[^;]+/g, `$1${key}`)
      .replaceAll(/(ssl_certificate\s+)[^;]+/g, `$1${certificate}`)
    const whole = `pid ${folder.path}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${there}\n}\n`
    await writeFile(join(folder.path, 'nginx.conf'), whole)
    const { code, stderr } = await run('nginx', ['-t', '-p', folder.path, '-c', join(folder.path, 'nginx.conf')])
    expect(code, stderr).toBe(0)
  })
})

/** `NAME = "value"` and its kin, `inherit`, comments, and functions with a body of shell. */
const recipeLine = /^(?:[A-Z][A-Z0-9_]*(?::\$\{PN\}|:[a-z]+)? (?:=|\?=|\+=|:=) "[^"]*"|inherit [a-z -]+|#.*|)$/
const recipeTask = /^(do_\w+)\(\) \{\n([\s\S]*?)^\}$/gm

describe('a recipe of Yocto', () => {
  it.each(of('check-recipe'))('of %s has only statements of a recipe, and tasks that are shell', async (page, text) => {
    const rest = text.replaceAll(recipeTask, '').split('\n')
    expect(rest.filter((line) => !recipeLine.test(line))).toEqual([])
    for (const needed of ['SUMMARY', 'LICENSE', 'LIC_FILES_CHKSUM', 'SRC_URI']) {
      expect(
        rest.some((line) => line.startsWith(`${needed} = `)),
        needed,
      ).toBe(true)
    }
    const tasks = [...text.matchAll(recipeTask)]
    expect(tasks.map(([, name]) => name)).toContain('do_install')
    for (const [, , body] of tasks) {
      expect(await run('busybox', ['sh', '-n'], { stdin: body ?? '' })).toMatchObject({ code: 0 })
    }
    // What it fetches is what the page gives or tells to copy.
    const whole = await readFile(join(repositoryRoot, 'packages/website/docs', page), 'utf8')
    for (const [, file] of text.matchAll(/file:\/\/(sshore[\w.-]*)/g)) expect(whole).toContain(`files/${file}`)
  })
})

/** Of commands in pages about development and about the pages themselves, and words for a reader to fill. */
const notSettings = /^SSHORE_(KEY|TOKEN|PASSWORD|DOCS_\w+|LONG_TESTS|API_KEY|STRIPE_)$/

/** Settings that a page names and no program reads. */
const unknownSettings = (text: string, known: ReadonlySet<string>): readonly string[] =>
  [...new Set([...text.matchAll(/SSHORE_[A-Z0-9_]+/g)].map(([word]) => word))].filter(
    (word) => !known.has(word) && !notSettings.test(word),
  )

async function knownSettings(): Promise<ReadonlySet<string>> {
  const sources = ['packages/agent/src', 'packages/sshore/src', 'packages/server/src']
  const known = new Set<string>()
  for (const folder of sources) {
    for (const name of await readdir(join(repositoryRoot, folder), { recursive: true })) {
      if (!name.endsWith('.ts')) continue
      const text = await readFile(join(repositoryRoot, folder, name), 'utf8')
      for (const [word] of text.matchAll(/SSHORE_[A-Z0-9_]+/g)) known.add(word)
    }
  }
  const reference = await readFile(join(repositoryRoot, 'docs/reference/configuration.md'), 'utf8')
  for (const [word] of reference.matchAll(/SSHORE_[A-Z0-9_]+/g)) known.add(word)
  return known
}

describe('a page', () => {
  it.each(['docs', 'i18n/pt-BR'])('of %s names settings that exist', async (folder) => {
    const known = await knownSettings()
    const docs = join(repositoryRoot, 'packages/website', folder)
    const unknown: string[] = []
    for (const name of await readdir(docs, { recursive: true })) {
      if (!/(?<!\.generated)\.mdx$/.test(name)) continue
      const text = await readFile(join(docs, name), 'utf8')
      unknown.push(...unknownSettings(text, known).map((word) => `${name}: ${word}`))
    }
    expect(unknown).toEqual([])
    expect(unknownSettings('`SSHORE_BOGUS`, `SSHORE_EDITION` and `SSHORE_KEY`', known)).toEqual(['SSHORE_BOGUS'])
  })
})
