import type { ReactNode } from 'react'
import { escapedHtml } from '../../../../docs-search/src/escaped-html.ts'
import { CodeBox } from '../../components/code-box/code-box.tsx'

/** Code that a component shows, without colours. Blocks of pages are code boxes already. */
export default function CodeBlock({ children, title = '' }: { readonly children: ReactNode; readonly title?: string }) {
  const text = (Array.isArray(children) ? children.join('') : String(children)).replace(/\n$/, '')
  return <CodeBox html={escapedHtml(text)} title={title} />
}
