import { type ComponentProps, type ReactNode, useId } from 'react'
import { t } from '../../../shared/translate.ts'
import { Icon } from '../icon.tsx'
import { CharacterCounter, type TextLimit } from './character-counter.tsx'
import { useFieldError } from './form.tsx'

export const inputClass =
  'w-full rounded-md border border-edge bg-surface text-base text-ink placeholder:text-soft hover:border-ink disabled:bg-sunken aria-invalid:border-danger aria-invalid:border-2'
/** Not for selects: CSS always matches them as `:read-only`. */
const textInputClass = `${inputClass} px-3.5 read-only:bg-sunken`

export const fileInputClass = `${inputClass} cursor-pointer p-2 file:me-3 file:min-h-8 file:cursor-pointer file:rounded-full file:border file:border-edge file:bg-sunken file:px-3 file:text-sm file:font-semibold file:text-ink`

type LabeledProps = {
  label: string
  name: string
  hint?: ReactNode
  /** Marks the field as optional. The mark is not part of its accessible name. */
  optional?: boolean
  /** Shows how many characters are left once there are few. */
  limit?: TextLimit
}

type TextFieldProps = ComponentProps<'input'> &
  LabeledProps & {
    /** Shown in front of the text, or after it, such as that of a currency. */
    symbol?: { text: string; follows: boolean }
  }

export function TextField({ label, hint, optional, limit, symbol, ...rest }: TextFieldProps) {
  const { id, error, aria } = useDescription(rest.name, hint, optional)
  const input = (
    <input
      {...rest}
      {...aria}
      id={id}
      className={`${textInputClass} min-h-12 ${symbol ? (symbol.follows ? 'rounded-e-none' : 'rounded-s-none') : ''}`}
    />
  )
  return (
    <Field id={id} label={label} optional={optional} hint={hint} limit={limit} error={error}>
      {symbol ? (
        <div className="flex">
          <span
            aria-hidden
            className={`flex min-h-12 shrink-0 items-center border border-edge bg-sunken px-3.5 text-base text-soft ${
              symbol.follows ? 'order-last rounded-e-md border-s-0' : 'rounded-s-md border-e-0'
            }`}
          >
            {symbol.text}
          </span>
          {input}
        </div>
      ) : (
        input
      )}
    </Field>
  )
}

export function TextAreaField({
  label,
  hint,
  optional,
  limit,
  ...rest
}: ComponentProps<'textarea'> & LabeledProps) {
  const { id, error, aria } = useDescription(rest.name, hint, optional)
  return (
    <Field id={id} label={label} optional={optional} hint={hint} limit={limit} error={error}>
      <textarea
        {...rest}
        {...aria}
        id={id}
        className={`${textInputClass} field-sizing-content min-h-24 py-2.5`}
      />
    </Field>
  )
}

/** Links a control to its hint, and to its error or else its optional mark. Spread `aria` on the control. */
export function useDescription(name: string, hint?: ReactNode, optional = false) {
  const id = useId()
  const error = useFieldError(name)
  const parts = [hint && 'hint', error ? 'error' : optional && 'optional'].filter(Boolean)
  const aria = {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': parts.map((part) => `${id}-${part}`).join(' ') || undefined,
  }
  return { id, error, aria }
}

type FieldProps = Pick<LabeledProps, 'label' | 'hint'> & {
  id: string
  /** Whether the label is that of several controls. */
  isGroup?: boolean
  optional?: boolean | undefined
  limit?: TextLimit | undefined
  error: string | undefined
  children: ReactNode
}

export function Field({ id, isGroup, label, optional = false, hint, limit, error, children }: FieldProps) {
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap gap-x-1.5 text-sm">
        {isGroup ? (
          <span className="font-semibold">{label}</span>
        ) : (
          <label htmlFor={id} className="font-semibold">
            {label}
          </label>
        )}
        {optional && (
          <span id={`${id}-optional`} className="text-soft">
            {t('(optional)')}
          </span>
        )}
      </div>
      {children}
      {limit && <CharacterCounter controlId={id} {...limit} />}
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
    <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
      <Icon name="circle-alert" className="mt-0.5 size-4.5 shrink-0" />
      {error}
    </p>
  )
}
