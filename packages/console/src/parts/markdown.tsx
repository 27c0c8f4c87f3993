// Markdown as elements of the page. What is no Markdown stays text: nothing of it becomes HTML by itself.
import { marked, type MarkedToken, type Token, type Tokens } from 'marked'
import { createElement, Fragment, type ReactNode } from 'react'

const safeSchemes = new Set(['http:', 'https:', 'mailto:'])

/** The address where it is one that a text from elsewhere may lead to. */
export function safeAddress(text: string): string | undefined {
  const url = URL.parse(text)
  return url && safeSchemes.has(url.protocol) ? url.href : undefined
}

const names: ReadonlySet<string> = new Set<MarkedToken['type']>([
  ...(['heading', 'paragraph', 'blockquote', 'strong', 'em', 'del', 'list', 'table', 'link', 'image'] as const),
  ...(['code', 'codespan', 'hr', 'br', 'text', 'escape', 'space', 'def'] as const),
])
/** One that Markdown itself has, and that is shown as more than its text. */
const isKnown = (token: Token): token is MarkedToken => names.has(token.type)

const all = (tokens: readonly Token[] | undefined): ReactNode[] => (tokens ?? []).map(elementOf)
const element = (name: string, tokens: readonly Token[] | undefined): ReactNode =>
  createElement(name, null, ...all(tokens))

function link(address: string, inside: readonly ReactNode[]): ReactNode {
  const href = safeAddress(address)
  if (href === undefined) return createElement(Fragment, null, ...inside)
  return createElement('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...inside)
}

// Below the page's own headings, whatever the author began with.
const heading = (depth: number): string => `h${Math.min(depth + 1, 6)}`

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const made = items.map((item) => element('li', item.tokens))
  return ordered
    ? createElement('ol', { start: start === '' ? 1 : start }, ...made)
    : createElement('ul', null, ...made)
}

function table({ header, rows }: Tokens.Table): ReactNode {
  const row = (cells: readonly Tokens.TableCell[], name: string) =>
    createElement('tr', null, ...cells.map((cell) => element(name, cell.tokens)))
  const head = createElement('thead', null, row(header, 'th'))
  return createElement('table', null, head, createElement('tbody', null, ...rows.map((cells) => row(cells, 'td'))))
}

function elementOf(token: Token): ReactNode {
  return isKnown(token) ? knownElement(token) : token.raw
}

function knownElement(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'heading':
      return element(heading(token.depth), token.tokens)
    case 'paragraph':
      return element('p', token.tokens)
    case 'blockquote':
    case 'strong':
    case 'em':
    case 'del':
      return element(token.type, token.tokens)
    case 'list':
      return list(token)
    case 'table':
      return table(token)
    case 'link':
      return link(token.href, all(token.tokens))
    // Pictures of other servers would tell them who reads.
    case 'image':
      return link(token.href, [token.text || token.href])
    case 'code':
      return <pre>{token.text}</pre>
    case 'codespan':
      return <code>{token.text}</code>
    case 'hr':
    case 'br':
      return createElement(token.type)
    case 'text':
      return 'tokens' in token && token.tokens ? createElement(Fragment, null, ...all(token.tokens)) : token.text
    case 'escape':
      return token.text
    case 'space':
    case 'def':
      return null
    default:
      return token.raw
  }
}

export function Markdown({ text }: { readonly text: string }) {
  return createElement('div', { className: 'markdown' }, ...all(marked.lexer(text)))
}
