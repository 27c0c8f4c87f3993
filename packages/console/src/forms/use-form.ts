import { type SubmitEvent, useRef, useState } from 'react'
import type { TSchema } from 'typebox'
import { type Phrase, phrase } from '../language/language.ts'
import { useFailureText, useLanguage, useText } from '../language/use-text.ts'
import { errorsFromServer, errorsOf, type FieldErrors } from './field-errors.ts'

const words = {
  wrong: phrase('This does not fit.', 'Isto não é válido.'),
  needed: phrase(
    (rule: string) => `Needed: ${rule}`,
    (rule) => `Necessário: ${rule}`,
  ),
  taken: phrase('This is taken.', 'Já está em uso.'),
}

export interface FormOptions<Values, Body> {
  readonly initial: Values
  /** Of the call's body, from the contract. */
  readonly schema: TSchema
  readonly bodyOf: (values: Values) => Body
  /** Fields of the body that the form knows; the rest is filled in when it is sent. */
  readonly only?: readonly string[]
  /** What each field has to look like. */
  readonly rules: Partial<Readonly<Record<string, Phrase>>>
  /** Where in the body a value stands, if not under its own name: `idp.entity_id`. */
  readonly paths?: Partial<Readonly<Record<string, string>>>
  /** Fails as the call does. */
  readonly send: (body: Body) => Promise<void>
}

/**
 * A form whose values are checked by the contract's schema before they are sent. Whatever goes wrong, nothing that was typed is lost,
 * and the first wrong field has the focus.
 */
export function useForm<Values extends object, Body>(options: FormOptions<Values, Body>) {
  const say = useText()
  const language = useLanguage()
  const failureText = useFailureText()
  const element = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(options.initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [said, setSaid] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)

  const pathOf = (name: string): string => options.paths?.[name] ?? name

  /** Whether there is a field to show an error at. */
  function show(found: FieldErrors): boolean {
    setErrors(found)
    const fields = [...(element.current?.querySelectorAll<HTMLElement>('[name]') ?? [])]
    const first = fields.find((field) => found[pathOf(field.getAttribute('name') ?? '')] !== undefined)
    first?.focus()
    return first !== undefined
  }

  function change(next: Partial<Values>): void {
    setValues((known) => ({ ...known, ...next }))
    setErrors((known) => ({
      ...known,
      ...Object.fromEntries(Object.keys(next).map((name) => [pathOf(name), undefined])),
    }))
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setTrouble(undefined)
    setSaid('')
    const body = options.bodyOf(values)
    const all = errorsOf(options.schema, body)
    const wrong = options.only
      ? Object.fromEntries(options.only.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
      : all
    if (Object.keys(wrong).length > 0) {
      if (!show(wrong)) setTrouble(say(words.wrong))
      return
    }
    setBusy(true)
    try {
      await options.send(body)
    } catch (error) {
      const text = failureText(error)
      setSaid(text)
      // A field that the form does not show cannot tell what is wrong with it.
      if (!show(errorsFromServer(error))) setTrouble(text)
    } finally {
      setBusy(false)
    }
  }

  function errorOf(name: string, value: unknown): string | undefined {
    const how = errors[pathOf(name)]
    if (how === undefined) return undefined
    if (how === 'taken') return say(words.taken)
    if (how === 'said') return said || say(words.wrong)
    const rule = options.rules[name]
    // What breaks a rule the server says in English alone; in other languages it says no more than that something is wrong.
    if (!rule) return (language === 'en' && said) || say(words.wrong)
    return value === '' ? say(words.needed)(say(rule)) : say(rule)
  }

  return {
    values,
    change,
    busy,
    trouble,
    changed: Object.entries(values).some(([name, value]) => Reflect.get(options.initial, name) !== value),
    errorOf,
    /** Properties of the form's element. */
    form: { ref: element, noValidate: true, onSubmit: (event: SubmitEvent) => void submit(event) },
    /** Properties of an input for text. */
    field: <Name extends keyof Values & string>(name: Name) => {
      const error = errorOf(name, values[name])
      return {
        name,
        value: String(values[name]),
        error,
        // The library's field for passwords does not say it by itself.
        ...(error === undefined ? {} : { 'aria-invalid': true }),
        onChange: (event: { currentTarget: { value: string } }) =>
          change({ [name]: event.currentTarget.value } as unknown as Partial<Values>),
      }
    },
  }
}
