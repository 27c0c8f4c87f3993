import type { Element, Root, RootContent } from 'hast'
import { highlight } from './highlight.ts'

/** What a block of code becomes (src/components/code-box). */
const component = 'CodeBox'

type Attributes = Readonly<Record<'html' | 'title', string>>

const elementOf = (attributes: Attributes): RootContent =>
  ({
    type: 'mdxJsxFlowElement',
    name: component,
    attributes: Object.entries(attributes)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ type: 'mdxJsxAttribute', name, value })),
    children: [],
  }) as unknown as RootContent

/** The code within a block, if that is what an element is. */
function codeOf(node: RootContent): Element | undefined {
  const [only] = node.type === 'element' && node.tagName === 'pre' ? node.children : []
  return only?.type === 'element' && only.tagName === 'code' ? only : undefined
}

function languageOf({ properties }: Element): string {
  const classes = Array.isArray(properties['className']) ? properties['className'].map(String) : []
  return classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''
}

function attributesOf(code: Element): Attributes {
  const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('')
  const meta = (code.data as { readonly meta?: string } | undefined)?.meta ?? ''
  return {
    html: highlight(text.replace(/\n$/, ''), languageOf(code)),
    title: /title="([^"]*)"/.exec(meta)?.[1] ?? '',
  }
}

function replaceIn(parent: { children: unknown[] }): void {
  parent.children = (parent.children as RootContent[]).map((child) => {
    const code = codeOf(child)
    if (code) return elementOf(attributesOf(code))
    if ('children' in child) replaceIn(child)
    return child
  })
}

/** Blocks of code of a page, in colours already. */
export function rehypeCode() {
  return (tree: Root): void => replaceIn(tree)
}
