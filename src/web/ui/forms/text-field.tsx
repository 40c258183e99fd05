import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'
import { useFieldError } from './form.tsx'

export const inputClass =
  'w-full rounded-md border border-edge bg-surface text-base text-ink placeholder:text-soft hover:border-ink disabled:bg-sunken aria-invalid:border-accent aria-invalid:border-2'
/** Not for selects: CSS always matches them as `:read-only`. */
const textInputClass = `${inputClass} px-3.5 read-only:bg-sunken`

type LabeledProps = { label: string; name: string; hint?: ReactNode }

export function TextField({ label, hint, ...rest }: ComponentProps<'input'> & LabeledProps) {
  const { id, error, aria } = useDescription(rest.name, hint)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input {...rest} {...aria} id={id} className={`${textInputClass} min-h-12`} />
    </Field>
  )
}

export function TextAreaField({ label, hint, ...rest }: ComponentProps<'textarea'> & LabeledProps) {
  const { id, error, aria } = useDescription(rest.name, hint)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        {...rest}
        {...aria}
        id={id}
        className={`${textInputClass} field-sizing-content min-h-24 py-2.5`}
      />
    </Field>
  )
}

/** Links a control to its hint and its error. Spread `aria` on the control. */
export function useDescription(name: string, hint?: ReactNode) {
  const id = useId()
  const error = useFieldError(name)
  const aria = {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  }
  return { id, error, aria }
}

type FieldProps = {
  id: string
  label: string
  hint?: ReactNode
  error: string | undefined
  children: ReactNode
}

export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-soft">
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-sm font-medium text-accent">
      <Icon name="circle-alert" className="mt-0.5 size-4.5 shrink-0" />
      {error}
    </p>
  )
}
