import type { ReactNode } from 'react'
import { CodeBox } from '../../components/code-box/code-box.tsx'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Code that a component shows, without colours. Blocks of pages are code boxes already. */
export default function CodeBlock({ children, title = '' }: { readonly children: ReactNode; readonly title?: string }) {
  const text = (Array.isArray(children) ? children.join('') : String(children)).replace(/\n$/, '')
  return <CodeBox html={text.replaceAll(/[&<>]/g, (found) => entities[found] ?? found)} title={title} />
}
