import type { SearchTexts } from './texts.ts'

/** What the client says when it has tried every host. */
const unreachable = /unreachable/i

export function ErrorScreen({ texts, problem }: { readonly texts: SearchTexts; readonly problem: string }) {
  return (
    <div className='search-message' role='alert'>
      <p className='search-message-title'>{texts.failed}</p>
      <p>{texts.failedHelp}</p>
      <p className='search-quiet'>{unreachable.test(problem) ? texts.failedHosts : problem}</p>
    </div>
  )
}
