import type { GuardTexts } from './load-guard.ts'

/**
 * Runs in the page before anything else. A script or style of the page that fails at the home page shows the red banner; a part of a
 * route that fails shows the error and a button that tries again.
 */
function guard(texts: GuardTexts, baseUrl: string): void {
  const style = 'font:16px/1.5 system-ui,sans-serif;padding:1rem 1.25rem;'
  const element = (name: string, css: string, text: string): HTMLElement => {
    const made = document.createElement(name)
    made.setAttribute('style', css)
    made.textContent = text
    return made
  }
  const whenBody = (act: () => void): void => {
    if (document.body) act()
    else document.addEventListener('DOMContentLoaded', act)
  }
  const told = (): boolean => document.getElementById('load-guard') !== null
  const banner = (): void => {
    if (told()) return
    const box = element('div', `${style}background:#a01f1f;color:#fff;border-bottom:4px solid #6d1212`, '')
    box.id = 'load-guard'
    box.setAttribute('role', 'alert')
    box.append(element('strong', 'display:block;font-size:1.25rem', texts['shore.loadGuard.title']))
    const path = location.pathname
    const here = path.endsWith('/') ? path : `${path}/`
    const lines = [[texts['shore.loadGuard.baseUrl'], baseUrl]]
    if (here !== baseUrl) lines.push([texts['shore.loadGuard.suggestion'], here])
    for (const [before, address] of lines) {
      const line = element('div', '', `${before ?? ''} `)
      line.append(element('code', 'background:#6d1212;color:#fff;padding:.1em .4em;border-radius:.3em', address ?? ''))
      box.append(line)
    }
    document.body.prepend(box)
  }
  const chunkError = (message: string): void => {
    if (told()) return
    const box = element('div', `${style}background:#fdeeee;color:#861c1c;border:1px solid #cf3535;margin:1rem`, '')
    box.id = 'load-guard'
    box.setAttribute('role', 'alert')
    box.append(element('strong', 'display:block', texts['shore.loadGuard.chunk']))
    box.append(element('div', 'overflow-wrap:anywhere', message))
    const retry = element(
      'button',
      'font:inherit;margin-top:.75rem;padding:.4rem 1.2rem;cursor:pointer',
      texts['shore.loadGuard.retry'],
    )
    retry.setAttribute('type', 'button')
    retry.addEventListener('click', () => location.reload())
    box.append(retry)
    document.body.prepend(box)
  }
  const home = (): boolean => document.documentElement.hasAttribute('data-home')
  addEventListener(
    'error',
    ({ target }) => {
      const failed =
        target instanceof HTMLScriptElement
          ? target.src
          : target instanceof HTMLLinkElement && target.rel === 'stylesheet'
            ? target.href
            : ''
      // Parts that are loaded later carry a mark of the bundler; their failure is told as a rejection.
      const ours = failed !== '' && new URL(failed).origin === location.origin
      if (!ours || (target as HTMLElement).dataset['rspack'] || (target as HTMLElement).dataset['webpack']) return
      whenBody(home() ? banner : () => chunkError(`Loading ${failed} failed.`))
    },
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) => {
    const error = reason as { name?: string; message?: string } | undefined
    if (error?.name === 'ChunkLoadError') whenBody(() => chunkError(error.message ?? ''))
  })
}

/** The function above as text, for the head of every page. */
export function guardScript(texts: GuardTexts, baseUrl: string): string {
  const handed = [texts, baseUrl].map((value) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`))
  return `(${guard.toString()})(${handed.join(',')})`
}
