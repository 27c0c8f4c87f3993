import type { Root } from 'hast'
import { describe, expect, it } from 'vitest'
import { highlight } from './highlight.ts'
import { rehypeCode } from './rehype-code.ts'

describe('code', () => {
  it('has its words marked, and is text whatever it holds', () => {
    expect(highlight('echo "<b>$HOME</b>" # x', 'sh')).toMatch(/token comment.*# x/)
    expect(highlight('echo "<b>"', 'sh')).not.toContain('<b>')
    expect(highlight('<b> & $x', 'text')).toBe('&lt;b&gt; &amp; $x')
    expect(highlight('[Unit]', 'ini')).toContain('token')
  })

  it('fails the build when its language is not known', () => {
    expect(() => highlight('x', 'klingon')).toThrow(/says it is klingon/)
  })

  it('becomes a box with its title, wherever it stands', () => {
    const code = {
      type: 'element',
      tagName: 'code',
      properties: { className: ['language-ini'] },
      data: { meta: 'title="/etc/x" check-unit' },
      children: [{ type: 'text', value: 'a=1\n' }],
    }
    const block = { type: 'element', tagName: 'pre', properties: {}, children: [code] }
    const list = { type: 'element', tagName: 'li', properties: {}, children: [block] }
    const tree = { type: 'root', children: [list] } as unknown as Root
    rehypeCode()(tree)
    expect(list.children[0]).toMatchObject({
      type: 'mdxJsxFlowElement',
      name: 'CodeBox',
      attributes: [
        { name: 'html', value: highlight('a=1', 'ini') },
        { name: 'title', value: '/etc/x' },
      ],
    })
  })
})
