import { languages } from '@sshore/contract'
import { expect, test } from 'vitest'
import { compose } from './compose.ts'
import type { Letter } from './letters.ts'

const base = 'https://sshore.example.org'
const path = '/page?id=1&sig=2'
const username = `o'neil<b>&"x"`
const to = 'ana@example.org'

const letters = languages.flatMap((language): Letter[] => [
  { kind: 'account-confirmation', to, language, facts: { username, path } },
  { kind: 'password-recovery', to, language, facts: { username, path } },
  { kind: 'password-changed', to, language, facts: { username } },
  { kind: 'address-changed', to, language, facts: { username } },
  { kind: 'invite', to, language, facts: { inviter: username, namespace: 'lab', role: 'operator', path } },
  { kind: 'mfa-reset', to, language, facts: { username, code: 'AB2C3', address: 'main', path } },
  { kind: 'mfa-reset', to, language, facts: { username, code: 'AB2C3', address: 'recovery', path } },
  { kind: 'trial', to, language, facts: {} },
])

/** What somebody reads of HTML. */
const readable = (html: string): string =>
  html
    .replaceAll(/<title>.*<\/title>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

test.each(letters)('$kind in $language says the same as text and as HTML, with nothing of it as markup', (letter) => {
  const { subject, text, html } = compose(letter, base)
  expect([subject.length > 0, subject.includes('\n')]).toEqual([true, false])
  const shown = readable(html)
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '--' || line === '' || line.endsWith(':')) continue
    expect(shown).toContain(line)
  }
  expect(html).not.toContain('<b>')
  expect(html).not.toContain('undefined')
  if ('path' in letter.facts) {
    expect(text).toContain(`${base}${path}\n`)
    expect(html.match(/href="https:\/\/sshore\.example\.org\/page\?id=1&amp;sig=2"/g)).toHaveLength(2)
  }
})

test('letters of one kind differ between the languages', () => {
  const [english, portuguese] = languages.map((language) => letters.filter((letter) => letter.language === language))
  english?.forEach((letter, index) => {
    const other = portuguese?.[index]
    if (!other) throw new Error('A letter is missing.')
    expect(compose(letter, base).subject).not.toBe(compose(other, base).subject)
  })
})
