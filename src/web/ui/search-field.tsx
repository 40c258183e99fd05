import { type ComponentProps, useId } from 'react'
import { t } from '../../shared/translate.ts'
import { Icon } from './icon.tsx'

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
              ? 'min-h-15 rounded-full ps-6 pe-18 text-base shadow-sheet sm:pe-34'
              : `min-h-11 pe-12 text-sm ${size === 'bar' ? 'rounded-full ps-4.5' : 'rounded-md ps-3.5'}`
          }`}
        />
        <button
          type="submit"
          className={
            large
              ? 'absolute inset-y-1.5 end-1.5 flex min-w-12 items-center justify-center gap-2 rounded-full bg-accent font-semibold text-on-accent hover:bg-accent-deep sm:px-6'
              : 'absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-md text-accent hover:text-accent-deep'
          }
        >
          <Icon name="search" className="size-5" />
          <span className={large ? 'max-sm:sr-only' : 'sr-only'}>{t('Search')}</span>
        </button>
      </div>
    </div>
  )
}
