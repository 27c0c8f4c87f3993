/** Text in which words between backticks are code. */
export function InlineCode({ text }: { readonly text: string }) {
  // Places never change: the text is fixed when the site is built.
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
}
