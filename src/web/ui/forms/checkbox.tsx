import type { ReactNode } from 'react'
import { FieldError, useDescription } from './text-field.tsx'

/** Sends `yes` when it is ticked, and nothing when it is not. */
export function Checkbox({ name, children }: { name: string; children: ReactNode }) {
  const { id, error, described } = useDescription(name)
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input {...described} id={id} type="checkbox" name={name} value="yes" className="size-5.5 shrink-0" />
        <span>{children}</span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}
