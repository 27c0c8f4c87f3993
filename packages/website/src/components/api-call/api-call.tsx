import { translate } from '@docusaurus/Translate'
import './api-call.css'

const texts = (): Readonly<Record<string, string>> => ({
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

interface Props {
  /** HTML that the build has made of an OpenAPI document, everything in it escaped (plugins/api-pages/call-html.ts). */
  readonly of: string
  readonly className?: string
}

/** Part of an API page. As HTML it needs no work when the page comes to life. */
export function ApiPart({ of, className = 'api-call' }: Props) {
  const said = texts()
  const html = of.replaceAll(/⟦(\w+)⟧/g, (_, name: string) => said[name] ?? name)
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
