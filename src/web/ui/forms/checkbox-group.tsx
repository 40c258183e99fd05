import type { ReactNode } from 'react'
import { useFieldError } from './form.tsx'
import { Field, useDescription } from './text-field.tsx'

type CheckboxesProps = {
  name: string
  options: readonly { value: string; label: string }[]
  /** The values of the boxes that are checked at first. */
  checked: readonly string[]
}

type CheckboxGroupProps = CheckboxesProps & { label: string; hint?: ReactNode; optional?: boolean }

/** Boxes of one name. Those that are checked submit their values. */
export function CheckboxGroup({ label, hint, optional, ...boxes }: CheckboxGroupProps) {
  const { id, error, aria } = useDescription(boxes.name, hint, optional)
  return (
    <fieldset aria-label={label} aria-describedby={aria['aria-describedby']} className="min-w-0">
      <Field id={id} isGroup label={label} optional={optional} hint={hint} error={error}>
        <Checkboxes {...boxes} />
      </Field>
    </fieldset>
  )
}

export function Checkboxes({ name, options, checked }: CheckboxesProps) {
  const isInvalid = useFieldError(name) !== undefined
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] gap-x-3">
      {options.map(({ value, label }) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            data-several
            name={name}
            value={value}
            defaultChecked={checked.includes(value)}
            aria-invalid={isInvalid || undefined}
            className="size-5.5 shrink-0"
          />
          <span className="free-text min-w-0">{label}</span>
        </label>
      ))}
    </div>
  )
}
