import { useRef, useState } from 'react'
import { translate } from '@docusaurus/Translate'
import './code-box.css'

interface Props {
  /** The code with its words marked, everything in it escaped (plugins/code-blocks). */
  readonly html: string
  readonly title?: string
}

const copiedSaysMilliseconds = 1500

/** Where the clipboard is closed (a site without TLS) the code is selected, to be copied by hand. */
async function copy(code: HTMLElement): Promise<boolean> {
  const copied = await navigator.clipboard?.writeText(code.textContent).then(
    () => true,
    () => false,
  )
  if (!copied) getSelection()?.selectAllChildren(code)
  return copied ?? false
}

/** A block of code with a button that copies it. As HTML it needs no work when the page comes to life. */
export function CodeBox({ html, title = '' }: Props) {
  const code = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState(false)
  const onCopy = async (): Promise<void> => {
    if (!code.current || !(await copy(code.current))) return
    setCopied(true)
    setTimeout(() => setCopied(false), copiedSaysMilliseconds)
  }
  const label = translate({ id: 'theme.CodeBlock.copyButtonAriaLabel', message: 'Copy code to clipboard' })
  const said = copied ? translate({ id: 'theme.CodeBlock.copied', message: 'Copied' }) : ''
  return (
    <div className='code-box'>
      {title !== '' && <div className='code-title'>{title}</div>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached */}
      <pre tabIndex={0}>
        <code ref={code} dangerouslySetInnerHTML={{ __html: html }} />
      </pre>
      <button
        type='button'
        className='code-copy'
        data-copied={copied}
        aria-label={label}
        title={said || label}
        onClick={onCopy}
      >
        <svg viewBox='0 0 24 24' aria-hidden='true'>
          <path d={copied ? 'M5 12.5l4.5 4.5L19 7.5' : 'M9 9h10v11H9zM15 9V4H5v11h4'} />
        </svg>
      </button>
      <span role='status' className='visually-hidden'>
        {said}
      </span>
    </div>
  )
}
