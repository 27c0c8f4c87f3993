// A build with a fault in it fails, and says which.
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { repositoryRoot } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const original = join(repositoryRoot, 'packages/website')
const buildMilliseconds = 300_000

let root = ''
let site = ''

/** A copy of the site in one language and version, in a place like its own. What it takes from elsewhere is not copied. */
async function copySite(folder: string): Promise<string> {
  const copy = join(folder, 'packages/website')
  await mkdir(copy, { recursive: true })
  for (const name of [
    'docs',
    'plugins',
    'site',
    'src',
    'static',
    'docusaurus.config.ts',
    'sidebars.ts',
    'tsconfig.json',
  ]) {
    await cp(join(original, name), join(copy, name), { recursive: true })
  }
  const { name, version, browserslist } = JSON.parse(await readFile(join(original, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  await writeFile(join(copy, 'package.json'), JSON.stringify({ name, version, browserslist }))
  await symlink(join(original, 'node_modules'), join(copy, 'node_modules'))
  await symlink(join(repositoryRoot, 'packages/docs-search'), join(folder, 'packages/docs-search'))
  await symlink(join(repositoryRoot, 'docs'), join(folder, 'docs'))
  return copy
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sshore-planted-'))
  site = await copySite(root)
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** What a build says, and whether it went well. */
async function build(): Promise<{ readonly code: number | null; readonly said: string }> {
  const program = join(original, 'node_modules/@docusaurus/core/bin/docusaurus.mjs')
  const words = [program, 'build', '--locale', 'en', '--no-minify', '--out-dir', join(root, 'out')]
  const env = {
    ...process.env,
    // The cache of the real site is none of its business.
    DOCUSAURUS_NO_PERSISTENT_CACHE: 'true',
    DOCUSAURUS_SSG_WORKER_THREAD_COUNT: '1',
    NO_COLOR: '1',
  }
  const child = spawn(process.execPath, words, { cwd: site, env })
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  const [code, out, problems] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, said: `${out}\n${problems}` }
}

/** Changes files of the copy, builds, and changes them back. */
async function buildWith(changes: Readonly<Record<string, (text: string) => string>>) {
  const before = new Map<string, string>()
  for (const [name, change] of Object.entries(changes)) {
    const path = join(site, name)
    before.set(path, await readFile(path, 'utf8'))
    const after = change(before.get(path) ?? '')
    expect(after).not.toBe(before.get(path))
    await writeFile(path, after)
  }
  try {
    return await build()
  } finally {
    for (const [path, content] of before) await writeFile(path, content)
  }
}

const concepts = 'docs/overview/concepts.mdx'
const faq = 'docs/overview/faq.mdx'
const config = 'docusaurus.config.ts'
const and =
  (more: string) =>
  (before: string): string =>
    `${before}\n${more}\n`

describe('a build', { timeout: buildMilliseconds }, () => {
  it('goes well without a fault', async () => {
    const { code, said } = await build()
    expect(said).toContain('Generated static files')
    expect(code).toBe(0)
  })

  it('fails for a file that is linked to and a picture that are not there', async () => {
    const { code, said } = await buildWith({
      [concepts]: and('See [nothing](./gone.mdx).'),
      [faq]: and('![Nothing](./gone.png)'),
    })
    expect(said).toMatch(/gone\.mdx/)
    expect(said).toMatch(/gone\.png/)
    expect(said).toMatch(/Markdown link.*couldn't be resolved|couldn't be resolved.*gone\.mdx/s)
    expect(said).toMatch(/Markdown image.*couldn't be resolved/s)
    expect(code).not.toBe(0)
  })

  it('fails for an address and an anchor that lead nowhere', async () => {
    const { code, said } = await buildWith({
      [concepts]: and('See [nothing](/nowhere) and [no part](/overview/faq#nowhere).'),
    })
    expect(said).toMatch(/overview\/concepts.*"\/nowhere" leads nowhere/)
    expect(said).toMatch(/overview\/concepts.*"\/overview\/faq#nowhere" names an anchor that is not there/)
    expect(code).not.toBe(0)
  })

  it('fails for what the framework does not look at: links and pictures in HTML', async () => {
    const { code, said } = await buildWith({
      [concepts]: and('<a href="/hidden">nothing</a> <img src="/img/gone.png" alt="nothing" />'),
    })
    expect(said).toContain('The site is not as it has to be')
    expect(said).toMatch(/overview\/concepts.*"\/img\/gone\.png" leads nowhere/)
    expect(said).toMatch(/"\/hidden" leads nowhere/)
    expect(code).not.toBe(0)
  })

  it('fails when two pages answer at one address', async () => {
    const { code, said } = await buildWith({
      [concepts]: (page) => page.replace('---\n', '---\nslug: /overview/faq\n'),
    })
    expect(said).toMatch(/[Dd]uplicate routes found/)
    expect(said).toContain('/overview/faq')
    expect(code).not.toBe(0)
  })

  it('fails for an item of the bar of an unknown type', async () => {
    const { code, said } = await buildWith({ [config]: (text) => text.replace("type: 'search'", "type: 'bogus'") })
    expect(said).toContain('Bad navbar item type bogus')
    expect(code).not.toBe(0)
  })

  it('fails for the name of a version that is not there', async () => {
    const { code, said } = await buildWith({
      [config]: (text) =>
        text.replace("{ type: 'docsVersionDropdown',", "{ type: 'docsVersionDropdown', versions: ['9.9'],"),
    })
    expect(said).toMatch(/No docs? version exist.* for name '9\.9'/)
    expect(code).not.toBe(0)
  })

  it('fails for a block of code in an unknown language', async () => {
    const { code, said } = await buildWith({ [faq]: and('```klingon\nx\n```') })
    expect(said).toContain('says it is klingon')
    expect(code).not.toBe(0)
  })
})
