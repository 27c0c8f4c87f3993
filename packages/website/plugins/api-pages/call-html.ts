// Calls and entities as HTML: two hundred of them as components would keep a phone busy for seconds.
import { escapedHtml } from '../../../docs-search/src/escaped-html.ts'
import type { Operation, Refusal } from './operation.ts'
import type { Row } from './schema-rows.ts'

/** Words between backticks are code. */
const inline = (text: string): string =>
  escapedHtml(text)
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${part}</code>` : part))
    .join('')

/** A word of the page's language, put in when it is shown. */
const label = (name: string): string => `⟦${name}⟧`
const boxed = (text: string): string => `<pre class="api-code" tabindex="0">${escapedHtml(text)}</pre>`
const folded = (title: string, count: number | string, content: string): string =>
  `<details class="api-rows"><summary>${title} <span class="api-count">${count}</span></summary>${content}</details>`

function rowHtml({ name, type, required, says, where }: Row & { readonly where?: string }): string {
  const kind = escapedHtml(where ? `${where}, ${type}` : type)
  const needed = required ? ` <span class="api-required">${label('required')}</span>` : ''
  const meaning = says === '' ? '' : `<dd>${inline(says)}</dd>`
  return `<div><dt><code>${escapedHtml(name)}</code> <span class="api-type">${kind}</span>${needed}</dt>${meaning}</div>`
}

const rows = (title: string, list: readonly (Row & { readonly where?: string })[]): string =>
  list.length === 0 ? '' : folded(label(title), list.length, `<dl>${list.map(rowHtml).join('')}</dl>`)

const refusalHtml = ({ status, code, message }: Refusal): string =>
  `<div><dt><b>${status}</b> ${code === '' ? '' : `<code>${escapedHtml(code)}</code>`}</dt><dd>${escapedHtml(message)}</dd></div>`

/** What calls may answer when they do not do what was asked. */
export const refusalsHtml = (list: readonly Refusal[]): string => `<dl>${list.map(refusalHtml).join('')}</dl>`

export const entityHtml = (list: readonly Row[]): string => rows('fields', list)

function accessHtml({ credentials, permission, lowestRole, editions }: Operation): string {
  const who = credentials.length === 0 ? label('anybody') : escapedHtml(credentials.join(' or '))
  const entries = [
    `${label('calledWith')} <b>${who}</b>`,
    ...(lowestRole === '' ? [] : [`${label('role')} <b>${lowestRole}</b> ${label('orAbove')}`]),
    ...(permission === '' ? [] : [`${label('permission')} <code>${permission}</code>`]),
    `${label('editions')} <b>${editions.join(', ')}</b>`,
  ]
  return `<ul class="api-access">${entries.map((entry) => `<li>${entry}</li>`).join('')}</ul>`
}

function answerHtml({ status, says, entity, example }: Operation['answer']): string {
  const link = entity === '' ? '' : ` (<a href="#entity-${entity.toLowerCase()}">${entity}</a>)`
  return folded(label('answer'), status, `<p>${inline(says)}${link}</p>${example === '' ? '' : boxed(example)}`)
}

/** The whole of a call. */
export function callHtml(of: Operation): string {
  const { method, path, also, deprecated } = of
  const further = also.map((each) => `<code>${escapedHtml(each)}</code>`).join(' ')
  const old = deprecated ? `<span class="api-deprecated">${label('deprecated')}</span>` : ''
  return [
    `<p class="api-line"><span class="api-method api-${method}">${method.toUpperCase()}</span> <code>${escapedHtml(path)}</code>${old}</p>`,
    '<div data-headings-only>',
    also.length === 0 ? '' : `<p>${label('also')} ${further}</p>`,
    of.description === '' ? '' : `<p>${inline(of.description)}</p>`,
    accessHtml(of),
    boxed(of.curl),
    rows('parameters', of.parameters),
    rows('body', of.body),
    answerHtml(of.answer),
    rows('headers', of.headers),
    rows('fields', of.answer.rows),
    of.refusals.length === 0 ? '' : folded(label('errors'), of.refusals.length, refusalsHtml(of.refusals)),
    '</div>',
  ].join('')
}

/** A call or an entity, with the anchor and the text of its heading. */
export interface Entry {
  readonly id: string
  readonly title: string
  readonly html: string
}

const linkTo = ({ id, title }: Entry): string =>
  `<a href="#${id}" class="hash-link" aria-label="${label('directLink')} ${escapedHtml(title)}">&#8203;</a>`

const entryHtml = (entry: Entry): string =>
  `<section class="api-call"><h3 class="anchor" id="${entry.id}">${escapedHtml(entry.title)}${linkTo(entry)}</h3>${entry.html}</section>`

/** Names of all entries, which lead to them; one alone needs no list. */
function namesHtml(entries: readonly Entry[]): string {
  if (entries.length < 2) return ''
  const names = entries.map(({ id, title }) => `<li><a href="#${id}">${escapedHtml(title)}</a></li>`).join('')
  return `<ul class="api-names" data-headings-only>${names}</ul>`
}

/** What stands below the heading of a group: its entries by name, and each of them. Empty without entries. */
export const groupHtml = (entries: readonly Entry[]): string => namesHtml(entries) + entries.map(entryHtml).join('')
