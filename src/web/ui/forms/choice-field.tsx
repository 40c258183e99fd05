import type { ComponentProps, ReactNode } from 'react'
import { Select } from '../field.tsx'
import { Field, inputClass, useDescription } from './text-field.tsx'

type ChoiceFieldProps = ComponentProps<typeof Select> & {
  label: string
  name: string
  hint?: ReactNode
  optional?: boolean
}

/** A select for use in `Form`, which shows the field's error. */
export function ChoiceField({ label, hint, optional = false, ...rest }: ChoiceFieldProps) {
  const { id, error, aria } = useDescription(rest.name, hint, optional)
  return (
    <Field id={id} label={label} optional={optional} hint={hint} error={error}>
      <Select {...rest} {...aria} id={id} className={`${inputClass} min-h-12`} />
    </Field>
  )
}
