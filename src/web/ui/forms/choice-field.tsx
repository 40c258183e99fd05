import type { ComponentProps, ReactNode } from 'react'
import { Select } from '../field.tsx'
import { box, Field, useDescription } from './text-field.tsx'

type Props = ComponentProps<typeof Select> & { label: string; name: string; hint?: ReactNode }

/** A select of a form that checks what is sent: it says what is wrong, as the boxes do. */
export function ChoiceField({ label, hint, ...rest }: Props) {
  const { id, error, described } = useDescription(rest.name, hint)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <Select {...rest} {...described} id={id} className={`${box} min-h-12`} />
    </Field>
  )
}
