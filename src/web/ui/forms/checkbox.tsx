import type { ReactNode } from 'react'
import { FieldError, useDescription } from './text-field.tsx'

type CheckboxProps = { name: string; defaultChecked?: boolean; children: ReactNode }

/** Submits `yes` if checked, and nothing otherwise. */
export function Checkbox({ name, defaultChecked, children }: CheckboxProps) {
  const { id, error, aria } = useDescription(name)
  return (
    <div>
      <label htmlFor={id} className="flex cursor-pointer items-start gap-3 py-2.75 text-sm">
        <input
          {...aria}
          id={id}
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={defaultChecked}
          className="size-5.5 shrink-0"
        />
        <span className="pt-px">{children}</span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}
