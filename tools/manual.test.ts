// What can be compared of the manual: the names of things in the console, and the pages in Portuguese with those in English.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const packages = join(import.meta.dirname, '../packages')
const english = join(packages, 'website/docs')
const portuguese = join(packages, 'website/i18n/pt-BR/docusaurus-plugin-content-docs/current')

/** Every file below a folder whose name says that it is one of these, with its text. */
const filesOf = (folder: string, names: RegExp): readonly (readonly [name: string, text: string])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')])

const pages = /(?<!\.generated)\.mdx$/

/** What the console says, in both languages; what it composes of parts is not looked for. */
function consolePhrases(): { readonly en: ReadonlySet<string>; readonly pt: ReadonlySet<string> } {
  const [en, pt] = [new Set<string>(), new Set<string>()]
  for (const [, text] of filesOf(join(packages, 'console/src'), /(?<!\.test)\.tsx?$/)) {
    for (const [, , first = '', , second = ''] of text.matchAll(/phrase\(\s*(['"])(.*?)\1,\s*(['"])(.*?)\3,?\s*\)/g)) {
      en.add(first)
      pt.add(second)
    }
  }
  return { en, pt }
}

const fences = /^```(\w*)[^\n]*\n([\s\S]*?)^```/gm
const codeSpans = /(`+)([^`\n][\s\S]*?)\1/g

/** What the page emphasises: it is how a page names what one clicks. */
function emphasised(page: string): readonly string[] {
  const prose = page
    .replaceAll(fences, '')
    .replaceAll(codeSpans, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replace(/^---\n[\s\S]*?^---\n/, '')
  const words = prose.matchAll(/(?<![\p{L}\d*_])_([^_\n]+(?:\n[^_\n]+)?)_(?![\p{L}\d])/gu)
  return [...words].map(([, said = '']) => said.replaceAll(/\s+/g, ' '))
}

/** Labels of other programs, a term of SSH and of snap, and parts of the API's own reference. */
const notOfTheConsole = /^(App Federation Metadata Url|Metadata URL|Sign On|classic|seat|Events)$/

describe('what a page says to click', () => {
  const { en, pt } = consolePhrases()
  it.each([
    ['English', english, en],
    ['Portuguese', portuguese, pt],
  ])('is in the console in %s', (_, folder, phrases) => {
    const unknown = filesOf(folder, pages).flatMap(([name, text]) =>
      emphasised(text)
        .filter((label) => !phrases.has(label) && !notOfTheConsole.test(label))
        .map((label) => `${name}: ${label}`),
    )
    expect(unknown).toEqual([])
  })

  it('is found over two lines, and not in code', () => {
    expect(emphasised('In _Public\nkeys_, [_Remove_](/a_b_c) and `_not_ this`, nor snake_case_words.')).toEqual([
      'Public keys',
      'Remove',
    ])
    expect(en.has('New key')).toBe(false)
    expect(pt.has('Chaves de API')).toBe(true)
  })
})

/** What is the same in every language. Of a command its words; what stands in quotation marks is for people. */
function untranslated(
  page: string,
): Readonly<Record<'numbers' | 'code' | 'commands' | 'pictures', ReadonlySet<string>>> {
  const prose = page.replaceAll(fences, '')
  const bare = prose
    .replaceAll(codeSpans, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/\{\/\*.*?\*\/\}/g, '')
    .replaceAll(/<[A-Za-z][^>]*>/g, '')
  const shell = [...page.matchAll(fences)].filter(([, language]) => language === 'sh')
  const lines = shell.flatMap(([, , text = '']) => text.split('\n'))
  return {
    // 20,000 is 20.000 in Portuguese.
    numbers: new Set([...bare.matchAll(/(?<![\w.])\d[\d.,]*/g)].map(([number]) => number.replaceAll(/[.,]/g, ''))),
    code: new Set([...prose.matchAll(codeSpans)].map(([, , code = '']) => code.replaceAll(/\s+/g, ' '))),
    commands: new Set(
      lines.map((line) =>
        line
          .replaceAll(/(["']).*?\1/g, "''")
          .replace(/(^|\s+)#.*/, '')
          .trim(),
      ),
    ),
    pictures: new Set([...page.matchAll(/<Picture\s+name='([^']+)'/g)].map(([, name = '']) => name)),
  }
}

/** Code that holds a word for the reader. */
const inPortuguese: Readonly<Record<string, string>> = {
  'LOGIN@NAMESPACE.DEVICE': 'LOGIN@NAMESPACE.DISPOSITIVO',
  'ssh host command': 'ssh host comando',
}

/** What one of the two pages has and the other has not. */
function differences(en: string, pt: string): readonly string[] {
  const [original, translated] = [untranslated(en), untranslated(pt)]
  return (['numbers', 'code', 'commands', 'pictures'] as const).flatMap((kind) => {
    const wanted = new Set([...original[kind]].map((each) => inPortuguese[each] ?? each))
    const lacking = [...wanted].filter((each) => !translated[kind].has(each))
    const added = [...translated[kind]].filter((each) => !wanted.has(each))
    return [...lacking, ...added].map((each) => `${kind}: ${each}`)
  })
}

describe('a page in Portuguese', () => {
  it('has the numbers, the code, the commands and the pictures of the page in English', () => {
    const translated = filesOf(portuguese, pages)
    const found = translated.flatMap(([name, text]) =>
      differences(readFileSync(join(english, name), 'utf8'), text).map((each) => `${name}: ${each}`),
    )
    expect(found).toEqual([])
    expect(translated.length).toBeGreaterThan(40)
  })

  it('is seen to lack one', () => {
    const en = 'For 12 hours, `--yes`.\n\n```sh\nsshore user create ada # first\nsshore device list\n```\n'
    expect(differences(en, en)).toEqual([])
    expect(differences(en, 'Por 72 horas.\n\n```sh\nsshore device list\n```\n').toSorted()).toEqual([
      'code: --yes',
      'commands: sshore user create ada',
      'numbers: 12',
      'numbers: 72',
    ])
  })
})
