import { expect, test } from 'vitest'
import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { Markdown } from './markdown.tsx'

const html = (text: string): string => renderToStaticMarkup(createElement(Markdown, { text }))

test('what people write in announcements is shown as they meant it', () => {
  expect(html('# Sunday\n\nWe move **everything**, `db` too.\n\n- one\n- [two](https://example.org/a?b=1)')).toBe(
    '<div class="markdown"><h2>Sunday</h2><p>We move <strong>everything</strong>, <code>db</code> too.</p>' +
      '<ul><li>one</li><li><a href="https://example.org/a?b=1" target="_blank" rel="noopener noreferrer nofollow">two</a></li></ul></div>',
  )
})

test('nothing in them acts: HTML stays text, links that run something are none, pictures are not fetched', () => {
  const shown = html(
    '<script>alert(1)</script>\n\n<b onclick=x>a</b> [go](javascript:alert(1)) ![p](https://example.org/p.png)',
  )
  expect(shown).not.toMatch(/<script|<b |javascript:|<img/)
  expect(shown).toContain('&lt;script&gt;')
  expect(shown).toContain('href="https://example.org/p.png"')
})
