import { translate } from '@docusaurus/Translate'
import type { Operation } from '../../../plugins/api-pages/operation.ts'
import type { Row } from '../../../plugins/api-pages/schema-rows.ts'
import { InlineCode } from './inline-code.tsx'
import './api-call.css'

const texts = () => ({
  calledWith: translate({ id: 'shore.api.calledWith', message: 'Called with:' }),
  anybody: translate({ id: 'shore.api.anybody', message: 'anybody' }),
  role: translate({ id: 'shore.api.role', message: 'Role:' }),
  orAbove: translate({ id: 'shore.api.orAbove', message: 'or above' }),
  permission: translate({ id: 'shore.api.permission', message: 'Permission:' }),
  editions: translate({ id: 'shore.api.editions', message: 'Editions:' }),
  parameters: translate({ id: 'shore.api.parameters', message: 'Parameters' }),
  body: translate({ id: 'shore.api.body', message: 'Body' }),
  answer: translate({ id: 'shore.api.answer', message: 'Answer' }),
  headers: translate({ id: 'shore.api.headers', message: 'Headers of the answer' }),
  fields: translate({ id: 'shore.api.fields', message: 'Fields of the answer' }),
  errors: translate({ id: 'shore.api.errors', message: 'Errors' }),
  also: translate({ id: 'shore.api.also', message: 'Also at' }),
  required: translate({ id: 'shore.api.required', message: 'required' }),
  deprecated: translate({ id: 'shore.api.deprecated', message: 'deprecated' }),
})

function Rows({
  title,
  rows,
}: {
  readonly title: string
  readonly rows: readonly (Row & { readonly where?: string })[]
}) {
  if (rows.length === 0) return null
  return (
    <details className='api-rows'>
      <summary>
        {title} <span className='api-count'>{rows.length}</span>
      </summary>
      <dl>
        {rows.map(({ name, where, type, required, says }) => (
          <div key={`${where ?? ''}${name}`}>
            <dt>
              <code>{name}</code> <span className='api-type'>{where ? `${where}, ${type}` : type}</span>
              {required && <span className='api-required'> {texts().required}</span>}
            </dt>
            {says !== '' && (
              <dd>
                <InlineCode text={says} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Code in a box of its own, which the keyboard can scroll. */
function Boxed({ text }: { readonly text: string }) {
  return (
    // What scrolls has to be reached without a mouse (WCAG 2.2, 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <pre className='api-code' tabIndex={0}>
      {text}
    </pre>
  )
}

/** Who may call, in one line. */
function Access({ of: { credentials, permission, lowestRole, editions } }: { readonly of: Operation }) {
  const who = credentials.length === 0 ? texts().anybody : credentials.join(' or ')
  return (
    <ul className='api-access'>
      <li>
        {texts().calledWith} <b>{who}</b>
      </li>
      {lowestRole !== '' && (
        <li>
          {texts().role} <b>{lowestRole}</b> {texts().orAbove}
        </li>
      )}
      {permission !== '' && (
        <li>
          {texts().permission} <code>{permission}</code>
        </li>
      )}
      <li>
        {texts().editions} <b>{editions.join(', ')}</b>
      </li>
    </ul>
  )
}

function RefusalList({ of: refusals }: { readonly of: Operation['refusals'] }) {
  return (
    <dl>
      {refusals.map(({ status, code, message }) => (
        <div key={`${status}${code}`}>
          <dt>
            <b>{status}</b> {code !== '' && <code>{code}</code>}
          </dt>
          <dd>{message}</dd>
        </div>
      ))}
    </dl>
  )
}

function Refusals({ of: refusals }: { readonly of: Operation['refusals'] }) {
  if (refusals.length === 0) return null
  return (
    <details className='api-rows'>
      <summary>
        {texts().errors} <span className='api-count'>{refusals.length}</span>
      </summary>
      <RefusalList of={refusals} />
    </details>
  )
}

/** What any call may answer. */
export function ApiErrors({ of }: { readonly of: Operation['refusals'] }) {
  return (
    <div className='api-rows'>
      <RefusalList of={of} />
    </div>
  )
}

/** The fields of what calls answer. */
export function ApiEntity({ of }: { readonly of: readonly Row[] }) {
  return (
    <div className='api-call' data-headings-only>
      <Rows title={texts().fields} rows={of} />
    </div>
  )
}

/** One call of the API, below its heading. Details are closed at first: the page has a hundred calls. */
export function ApiCall({ of }: { readonly of: Operation }) {
  const { method, path, also, description, deprecated, answer } = of
  return (
    <div className='api-call'>
      <p className='api-line'>
        <span className={`api-method api-${method}`}>{method.toUpperCase()}</span> <code>{path}</code>
        {deprecated && <span className='api-deprecated'>{texts().deprecated}</span>}
      </p>
      <div data-headings-only>
        {also.length > 0 && (
          <p>
            {texts().also}{' '}
            {also.map((each) => (
              <code key={each}>{each}</code>
            ))}
          </p>
        )}
        <p>
          <InlineCode text={description} />
        </p>
        <Access of={of} />
        <Boxed text={of.curl} />
        <Rows title={texts().parameters} rows={of.parameters} />
        <Rows title={texts().body} rows={of.body} />
        <details className='api-rows'>
          <summary>
            {texts().answer} <span className='api-count'>{answer.status}</span>
          </summary>
          <p>
            <InlineCode text={answer.says} />
            {answer.entity !== '' && (
              <>
                {' '}
                (<a href={`#entity-${answer.entity.toLowerCase()}`}>{answer.entity}</a>)
              </>
            )}
          </p>
          {answer.example !== '' && <Boxed text={answer.example} />}
        </details>
        <Rows title={texts().headers} rows={of.headers} />
        <Rows title={texts().fields} rows={answer.rows} />
        <Refusals of={of.refusals} />
      </div>
    </div>
  )
}
