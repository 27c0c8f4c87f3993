// Markdown as elements of the page. What is no Markdown stays text: nothing of it becomes HTML by itself.
import { marked, type Token, type Tokens } from 'marked'
import { createElement, Fragment, type ReactNode } from 'react'

const safeSchemes = new Set(['http:', 'https:', 'mailto:'])

/** The address where it is one that a text from elsewhere may lead to. */
export function safeAddress(text: string): string | undefined {
  const url = URL.parse(text)
  return url && safeSchemes.has(url.protocol) ? url.href : undefined
}

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

const plain: Readonly<Record<string, string | undefined>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  strong: 'strong',
  em: 'em',
  del: 'del',
}

const isToken = <Type extends Tokens.Generic>(token: Token, type: string): token is Type => token.type === type

function elementOf(token: Token): ReactNode {
  const name = plain[token.type]
  if (name !== undefined && 'tokens' in token) return element(name, token.tokens)
  if (isToken<Tokens.Heading>(token, 'heading')) return element(heading(token.depth), token.tokens)
  if (isToken<Tokens.List>(token, 'list')) return list(token)
  if (isToken<Tokens.Table>(token, 'table')) return table(token)
  if (isToken<Tokens.Link>(token, 'link')) return link(token.href, all(token.tokens))
  // Pictures of other servers would tell them who reads.
  if (isToken<Tokens.Image>(token, 'image')) return link(token.href, [token.text || token.href])
  if (isToken<Tokens.Code>(token, 'code')) return <pre>{token.text}</pre>
  if (isToken<Tokens.Codespan>(token, 'codespan')) return <code>{token.text}</code>
  if (token.type === 'hr') return <hr />
  if (token.type === 'br') return <br />
  if (token.type === 'space' || token.type === 'def') return null
  if (isToken<Tokens.Text>(token, 'text') && token.tokens) return createElement(Fragment, null, ...all(token.tokens))
  return isToken<Tokens.Escape>(token, 'escape') || isToken<Tokens.Text>(token, 'text') ? token.text : token.raw
}

export function Markdown({ text }: { readonly text: string }) {
  return createElement('div', { className: 'markdown' }, ...all(marked.lexer(text)))
}
