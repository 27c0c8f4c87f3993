import { NativeSelect } from '@mantine/core'

export interface FilterSelectProps<Word extends string> {
  readonly label: string
  /** What the choice is called that leaves nothing out. */
  readonly any: string
  readonly choices: readonly { readonly value: Word; readonly label: string }[]
  /** From the address; undefined for all. */
  readonly value: Word | undefined
  readonly onChange: (value: Word | undefined) => void
}

/** Narrows a list to one kind of its rows. */
export function FilterSelect<Word extends string>({ label, any, choices, value, onChange }: FilterSelectProps<Word>) {
  return (
    <NativeSelect
      className='filter'
      aria-label={label}
      value={value ?? ''}
      data={[{ value: '', label: any }, ...choices]}
      onChange={(event) => onChange(choices.find((choice) => choice.value === event.currentTarget.value)?.value)}
    />
  )
}
