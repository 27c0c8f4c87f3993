import { translate } from '@docusaurus/Translate'

interface Props {
  readonly error: string
  /** Whether a screen reader says it at once: one of the parts of a page is enough. */
  readonly aloud: boolean
  readonly onRetry: () => void
}

/** Stands where a part of an API page should be. */
export function PartFailed({ error, aloud, onRetry }: Props) {
  return (
    <div className='api-part-failed' role={aloud ? 'alert' : undefined}>
      <strong>{translate({ id: 'shore.api.failed', message: 'This part of the page could not be loaded.' })}</strong>
      <div>{error}</div>
      <button type='button' onClick={onRetry}>
        {translate({ id: 'shore.api.retry', message: 'Retry' })}
      </button>
    </div>
  )
}
