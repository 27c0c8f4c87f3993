import { load } from 'cheerio'
import { expect, it } from 'vitest'
import { indexFilesOf } from './index-pages.ts'

const html = `<meta name=docsearch:docusaurus_tag content=docs-default-current><meta name=docsearch:language content=en>
<meta name=keywords content=faq,help>
<article><div class="theme-doc-markdown"><header><h1>Title</h1></header><p>First &lt;b&gt; text.</p>
<h2 id=one>One<a class=hash-link>#</a></h2><ul><li><p>An item</p></li></ul><table><tr><td>a<td>b</table>
<h3 id=two>Two</h3><pre>some code</pre><div data-headings-only><p>left out</p></div></div></article>`

it('makes sections of headings, and blocks of what stands below them', () => {
  const [file] = indexFilesOf([{ file: 'x/index.html', path: '/x', $: load(html) }])
  expect(file).toMatchObject({ language: 'en', tag: 'docs-default-current' })
  expect(file!.pages).toEqual([
    {
      url: '/x',
      title: 'Title',
      keywords: 'faq,help',
      sections: [
        { anchor: '', level: 1, title: 'Title', blocks: ['First <b> text.'] },
        { anchor: 'one', level: 2, title: 'One', blocks: ['An item', 'ab'] },
        { anchor: 'two', level: 3, title: 'Two', blocks: ['some code'] },
      ],
    },
  ])
})

it('leaves out pages that are none of the documentation', () => {
  expect(indexFilesOf([{ file: '404.html', path: '/404', $: load('<main>no</main>') }])).toEqual([])
})
