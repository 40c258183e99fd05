import type { ReactNode } from 'react'
import { FieldError, useDescription } from './text-field.tsx'

type CheckboxGroupProps = {
  label: string
  name: string
  hint?: ReactNode
  optional?: boolean
  options: readonly { value: string; label: string }[]
  /** The values of the boxes that are checked at first. */
  checked: readonly string[]
}

/** Boxes of one name. Those that are checked submit their values. */
export function CheckboxGroup({ label, name, hint, optional = false, options, checked }: CheckboxGroupProps) {
  const { id, error, aria } = useDescription(name, hint, optional)
  return (
    <fieldset aria-labelledby={`${id}-label`} aria-describedby={aria['aria-describedby']} className="min-w-0">
      <div className="flex flex-wrap gap-x-1.5 text-sm">
        <span id={`${id}-label`} className="font-semibold">
          {label}
        </span>
        {optional && (
          <span id={`${id}-optional`} className="text-soft">
            (optional)
          </span>
        )}
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] gap-x-3">
        {options.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={checked.includes(value)}
              aria-invalid={aria['aria-invalid']}
              className="size-5.5 shrink-0"
            />
            <span className="free-text min-w-0">{label}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-soft">
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
