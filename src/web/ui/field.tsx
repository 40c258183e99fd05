import { type ComponentProps, useId } from 'react'
import { Icon } from './icon.tsx'

const control =
  'w-full min-h-11 rounded-md border border-edge bg-surface text-ink text-sm placeholder:text-soft hover:border-ink'

type SelectProps = ComponentProps<'select'> & {
  /** The label of the empty option. */
  none?: string
  options: readonly (string | { value: string; label: string })[]
}

/** A select without a label. */
export function Select({ none, options, className = '', ...rest }: SelectProps) {
  return (
    <div className="relative grow">
      <select {...rest} className={`${className} cursor-pointer appearance-none pr-10 pl-3.5`}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => {
          const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
          return (
            <option key={value} value={value}>
              {label}
            </option>
          )
        })}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-soft"
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

type SearchFieldProps = Omit<ComponentProps<'input'>, 'size'> & {
  label: string
  size?: 'normal' | 'bar' | 'large'
}

/** A search input with a button that submits the surrounding form. */
export function SearchField({ label, size = 'normal', ...rest }: SearchFieldProps) {
  const id = useId()
  const large = size === 'large'
  return (
    <div>
      <label htmlFor={id} className={size === 'normal' ? 'mb-1.5 block text-sm font-semibold' : 'sr-only'}>
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          type="search"
          enterKeyHint="search"
          className={`w-full appearance-none border border-edge bg-surface text-ink placeholder:text-soft hover:border-ink ${
            large
              ? 'min-h-15 rounded-full pr-18 pl-6 text-base shadow-sheet sm:pr-34'
              : `min-h-11 pr-12 text-sm ${size === 'bar' ? 'rounded-full pl-4.5' : 'rounded-md pl-3.5'}`
          }`}
        />
        <button
          type="submit"
          className={
            large
              ? 'absolute inset-y-1.5 right-1.5 flex min-w-12 items-center justify-center gap-2 rounded-full bg-accent font-semibold text-on-accent hover:bg-accent-deep sm:px-6'
              : 'absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-accent hover:text-accent-deep'
          }
        >
          <Icon name="search" className="size-5" />
          <span className={large ? 'max-sm:sr-only' : 'sr-only'}>Search</span>
        </button>
      </div>
    </div>
  )
}
