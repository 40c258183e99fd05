import { type ComponentProps, useId } from 'react'
import { Icon } from './icon.tsx'

export const control =
  'w-full min-h-11 rounded-md border border-edge bg-surface text-ink text-sm placeholder:text-soft hover:border-ink'

type SelectProps = ComponentProps<'select'> & {
  /** The label of the empty option. */
  none?: string
  options: readonly (string | { value: string; label: string; disabled?: boolean; lang?: string })[]
}

/** A select without a label. */
export function Select({ none, options, className = '', ...rest }: SelectProps) {
  return (
    <div className="relative grow">
      <select {...rest} className={`${className} cursor-pointer appearance-none ps-3.5 pe-10`}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => {
          const { value, label, ...more } =
            typeof option === 'string' ? { value: option, label: option } : option
          return (
            <option key={value} value={value} {...more}>
              {label}
            </option>
          )
        })}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute end-3 top-1/2 size-5 -translate-y-1/2 text-soft"
      />
    </div>
  )
}

type SelectFieldProps = SelectProps & {
  label: string
  /** Puts the label next to the select where there is room. */
  inline?: boolean
}

export function SelectField({ label, inline = false, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={inline ? 'flex items-center gap-3' : undefined}>
      <label htmlFor={id} className={`text-sm font-semibold ${inline ? 'shrink-0' : 'mb-1.5 block'}`}>
        {label}
      </label>
      <Select {...rest} id={id} className={control} />
    </div>
  )
}

type InputFieldProps = ComponentProps<'input'> & {
  label: string
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
