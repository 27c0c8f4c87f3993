// Colours of code, light and dark: at least 4.5 to 1 on the block's own background (WCAG 2.2, 1.4.3).
import type { PrismTheme } from 'prism-react-renderer'

interface Inks {
  readonly plain: string
  readonly background: string
  readonly quiet: string
  readonly text: string
  readonly name: string
  readonly word: string
  readonly number: string
}

const themeOf = ({ plain, background, quiet, text, name, word, number }: Inks): PrismTheme => ({
  plain: { color: plain, backgroundColor: background },
  styles: [
    { types: ['comment', 'prolog', 'cdata', 'shebang'], style: { color: quiet, fontStyle: 'italic' } },
    { types: ['string', 'attr-value', 'char', 'inserted'], style: { color: text } },
    { types: ['function', 'property', 'attr-name', 'tag', 'selector', 'variable'], style: { color: name } },
    { types: ['keyword', 'builtin', 'important', 'atrule', 'assign-left', 'parameter'], style: { color: word } },
    { types: ['number', 'boolean', 'constant', 'deleted'], style: { color: number } },
    { types: ['punctuation', 'operator'], style: { color: plain } },
  ],
})

export const shoreCode = themeOf({
  plain: '#16202a',
  background: '#f3f7f8',
  quiet: '#5a6672',
  text: '#176b43',
  name: '#145c8f',
  word: '#176679',
  number: '#8a4b08',
})

export const shoreCodeDark = themeOf({
  plain: '#d7dee6',
  background: '#0e171c',
  quiet: '#8fa0ad',
  text: '#8fd6a8',
  name: '#8cc3f0',
  word: '#86c8d5',
  number: '#f0b878',
})
