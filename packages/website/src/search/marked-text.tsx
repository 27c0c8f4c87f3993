import { partsOf } from './marked-parts.ts'

/** What a provider marked, as text: nothing in it is taken for HTML. */
export function MarkedText({ value }: { readonly value: string }) {
  // Places tell the parts apart: the same text may come twice.
  return partsOf(value).map(({ text, marked }, index) => (marked ? <mark key={index}>{text}</mark> : text))
}
