import { type ComponentProps, useId } from 'react'
import { control } from './field.tsx'

type InputFieldProps = ComponentProps<'input'> & {
  label: string
  /** Says what is wrong with the value. */
  error?: string | undefined
}

/** A labeled input of a form that leads to a page. */
export function InputField({ label, error, ...rest }: InputFieldProps) {
  const id = useId()
  return (
    <div className="min-w-0 flex-1">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        className={`${control} px-3.5 aria-invalid:border-2 aria-invalid:border-danger`}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
