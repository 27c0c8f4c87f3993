// From what a letter has to say to what is sent: plain text and HTML that say the same.
import type { Language } from '@sshore/contract'
import type { Letter } from './letters.ts'
import { english } from './texts/english.ts'
import type { LetterText, LetterTexts } from './texts/letter-texts.ts'
import { portuguese } from './texts/portuguese.ts'

const texts: Readonly<Record<Language, LetterTexts>> = { en: english, pt: portuguese }

export interface ComposedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** BCP 47. */
  readonly language: string
}

function textOf({ kind, facts, language }: Letter): LetterText {
  // Kind and facts belong together; the table of texts loses that link.
  const write = texts[language].letters[kind] as (facts: unknown) => LetterText
  return write(facts)
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

function plain(letter: LetterText, words: LetterTexts, base: string): string {
  const { paragraphs, action, code, closing = [] } = letter
  const parts = [
    ...paragraphs,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(action === undefined ? [] : [`${action.label}:\n${base}${action.path}`]),
    ...closing,
    `-- \n${words.footer(base)}`,
  ]
  return `${parts.join('\n\n')}\n`
}

// Styles stand on the elements: mail programs drop style sheets.
const paragraph = (html: string, style = ''): string => `<p style="margin:0 0 16px;${style}">${html}</p>`

function link(label: string, address: string, orCopy: string): string {
  const href = escaped(address)
  const button =
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#0b5fa5;color:#ffffff;text-decoration:none'
  return [
    paragraph(`<a href="${href}" style="${button}">${escaped(label)}</a>`),
    paragraph(`${escaped(orCopy)}<br><a href="${href}" style="word-break:break-all">${href}</a>`, 'font-size:13px'),
  ].join('\n')
}

function html(letter: LetterText, words: LetterTexts, base: string): string {
  const { subject, paragraphs, action, code, closing = [] } = letter
  const shownCode = 'font-family:monospace;font-size:24px;letter-spacing:4px'
  const body = [
    ...paragraphs.map((text) => paragraph(escaped(text))),
    ...(code === undefined ? [] : [paragraph(escaped(code), shownCode)]),
    ...(action === undefined ? [] : [link(action.label, `${base}${action.path}`, words.orCopy)]),
    ...closing.map((text) => paragraph(escaped(text))),
    paragraph(escaped(words.footer(base)), 'font-size:13px;color:#555555'),
  ].join('\n')
  return `<!doctype html>
<html lang="${words.tag}">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a;max-width:560px">
${body}
</body>
</html>
`
}

/** `base` is the console's address without a slash at its end, which the links of the letter begin with; empty where nobody has said. */
export function compose(letter: Letter, base: string): ComposedMail {
  const words = texts[letter.language]
  const text = textOf(letter)
  return {
    subject: text.subject,
    text: plain(text, words, base),
    html: html(text, words, base),
    language: words.tag,
  }
}
