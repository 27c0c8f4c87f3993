import { useEffect, useRef } from 'react'
import { translate } from '@docusaurus/Translate'
import useBrokenLinks from '@docusaurus/useBrokenLinks'
import type { ApiEdition } from '../../api-parts/parts.ts'
import { decoded } from '../../../site/decoded.ts'
import { PartFailed } from './part-failed.tsx'
import { retryParts, usePart } from './use-part.ts'
import './api-call.css'

const texts = (): Readonly<Record<string, string>> => ({
  calledWith: translate({ id: 'shore.api.calledWith', message: 'Called with:' }),
  anybody: translate({ id: 'shore.api.anybody', message: 'anybody' }),
  role: translate({ id: 'shore.api.role', message: 'Role:' }),
  orAbove: translate({ id: 'shore.api.orAbove', message: 'or above' }),
  permission: translate({ id: 'shore.api.permission', message: 'Permission:' }),
  editions: translate({ id: 'shore.api.editions', message: 'Editions:' }),
  parameters: translate({ id: 'shore.api.parameters', message: 'Parameters' }),
  body: translate({ id: 'shore.api.body', message: 'Body' }),
  answer: translate({ id: 'shore.api.answer', message: 'Answer' }),
  headers: translate({ id: 'shore.api.headers', message: 'Headers of the answer' }),
  fields: translate({ id: 'shore.api.fields', message: 'Fields of the answer' }),
  errors: translate({ id: 'shore.api.errors', message: 'Errors' }),
  also: translate({ id: 'shore.api.also', message: 'Also at' }),
  required: translate({ id: 'shore.api.required', message: 'required' }),
  directLink: translate({ id: 'shore.api.directLink', message: 'Direct link to' }),
  deprecated: translate({ id: 'shore.api.deprecated', message: 'deprecated' }),
})

/** What every API page begins with (plugins/api-pages/api-page.ts). */
const firstPart = 'common-errors'

interface Props {
  readonly edition: ApiEdition
  /** The anchor of the heading above. */
  readonly part: string
}

function inOwnWords(html: string): string {
  const said = texts()
  return html.replaceAll(/⟦(\w+)⟧/g, (_, name: string) => said[name] ?? name)
}

/** In this time what is around has found its size. */
const settlingFrames = 12

/** Scrolls to `target`, and again while calls that come near are laid out (content-visibility) and move it. Returns what ends that. */
function comeTo(target: HTMLElement): () => void {
  target.scrollIntoView()
  const top = target.getBoundingClientRect().top
  let left = settlingFrames
  let frame = requestAnimationFrame(function again() {
    if (target.getBoundingClientRect().top !== top) target.scrollIntoView()
    left -= 1
    if (left > 0) frame = requestAnimationFrame(again)
  })
  return () => cancelAnimationFrame(frame)
}

/**
 * Part of an API page, made by plugins/api-pages. The page that was asked for has it as HTML already, and the browser does nothing
 * more about it; after a step from another page it is fetched.
 */
export function ApiPart({ edition, part }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const { collectAnchor } = useBrokenLinks()
  const { html, error } = usePart(edition, part, element)
  const shown = inOwnWords(html)
  for (const [, id = ''] of html.matchAll(/<h3 [^>]*id="([^"]+)"/g)) collectAnchor(id)
  useEffect(() => {
    if (html === '') return undefined
    let stop = (): void => undefined
    function come(): void {
      const target = document.getElementById(decoded(location.hash.slice(1)))
      if (!target || !element.current) return
      // The heading has been there all the time, but the parts above it have moved it down.
      const isHere = element.current.contains(target) || element.current.previousElementSibling === target
      if (!isHere) return
      stop()
      stop = comeTo(target)
    }
    // Inside of the page the browser goes there once, before what it passes has its size.
    const onClick = ({ target }: MouseEvent): void => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="#"]')
      if (link) requestAnimationFrame(() => link.hash === location.hash && come())
    }
    come()
    document.addEventListener('click', onClick)
    return () => {
      stop()
      document.removeEventListener('click', onClick)
    }
  }, [html])
  const onRetry = (): void => {
    // The button goes away; whoever pressed it by the keyboard goes on where it stood.
    if (element.current) element.current.tabIndex = -1
    element.current?.focus({ preventScroll: true })
    retryParts()
  }
  if (error !== undefined) {
    return (
      <div ref={element} className='api-part'>
        <PartFailed error={error} aloud={part === firstPart} onRetry={onRetry} />
      </div>
    )
  }
  return <div ref={element} className='api-part' suppressHydrationWarning dangerouslySetInnerHTML={{ __html: shown }} />
}
