/**
 * A form of uncontrolled fields: it keeps what was typed or autofilled before hydration, and errors never clear a field.
 * For why this is not a library, see docs/decisions/020-forms.md.
 */
import {
  createContext,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useRef,
  useState,
} from 'react'
import { Button } from '../button.tsx'
import { useHydrated } from '../hydrated.ts'
import { Notice } from '../notice.tsx'
import { messageOf } from '../toast.ts'
import { type FormDraft, useFormDraft } from './use-form-draft.ts'

/** Keyed by field name. */
export type Values = Record<string, string>
export type FieldErrors = Record<string, string>
export type Validated<Data> = { data: Data } | { errors: FieldErrors }

/** `failure` says why the form could not be sent; empty if it was, or if fields show it. */
type State = { errors: FieldErrors; busy: boolean; failure: string }
const idle: State = { errors: {}, busy: false, failure: '' }
const FormContext = createContext(idle)

/** Returns the error of a field of the surrounding form. */
export const useFieldError = (name: string): string | undefined => use(FormContext).errors[name]

type FormProps<Data> = {
  /** May load its code first. Without it, `onSubmit` gets the values. */
  validate?: (values: Values) => Promise<Validated<Data>>
  onSubmit: (data: Data) => Promise<void>
  /**
   * Called with what `validate` or `onSubmit` threw. `fieldsShown` tells that fields of this form already show the error.
   * By default, `FormFailure` shows its message.
   */
  onFailure?: (error: unknown, fieldsShown: boolean) => void
  onInput?: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLFormElement>) => void
  /** Keeps what is typed until it is sent, also across reloads. */
  draft?: FormDraft
  /** The path that accepts the form without scripts. */
  action?: string
  /** Sends a file without scripts. */
  encType?: 'multipart/form-data'
  className?: string
  children: ReactNode
  ref?: RefObject<HTMLFormElement | null>
}

export function Form<Data = Values>({
  validate,
  onSubmit,
  onFailure,
  onInput,
  onKeyDown,
  draft,
  action,
  encType,
  className,
  children,
  ref,
}: FormProps<Data>) {
  const ownRef = useRef<HTMLFormElement>(null)
  const form = ref ?? ownRef
  const submitting = useRef(false)
  const [state, setState] = useState(idle)
  const kept = useFormDraft(form, draft)

  /** Shows the errors and focuses the first invalid field. Returns whether any error belongs to a field of this form. */
  function showErrors(errors: FieldErrors): boolean {
    setState({ ...idle, errors })
    const invalid = controlsOf(form.current).filter(({ name, type }) => errors[name] && type !== 'hidden')
    // A field in a closed disclosure cannot be focused.
    for (const field of invalid) field.closest('details')?.setAttribute('open', '')
    invalid[0]?.focus()
    return invalid.length > 0
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // Ignores a second click before React has rendered the disabled button.
    if (submitting.current) return
    submitting.current = true
    const focused = document.activeElement
    setState({ ...idle, busy: true })
    try {
      const values = valuesOf(event.currentTarget)
      const validated = (await validate?.(values)) ?? { data: values as Data }
      if ('errors' in validated) return showErrors(validated.errors)
      await onSubmit(validated.data)
      kept.finish()
    } catch (error) {
      const fieldsShown = showErrors(fieldErrorsOf(error))
      if (onFailure) onFailure(error, fieldsShown)
      else if (!fieldsShown) setState((state) => ({ ...state, failure: messageOf(error) }))
    } finally {
      submitting.current = false
      setState((state) => ({ ...state, busy: false }))
      // A disabled button loses focus; restore it unless a field has focus now.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus()
      })
    }
  }

  function clearError(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    if (!state.errors[name]) return
    const { [name]: _, ...errors } = state.errors
    setState({ ...state, errors })
  }

  return (
    // POST, so that a submit before hydration does not put the values in the URL.
    <form
      ref={form}
      method="post"
      action={action}
      encType={encType}
      noValidate
      onSubmit={submit}
      onInput={(event) => {
        clearError(event)
        kept.update()
        onInput?.()
      }}
      onKeyDown={onKeyDown}
      className={className ?? 'space-y-5'}
    >
      <FormContext value={state}>{children}</FormContext>
    </form>
  )
}

type SubmitButtonProps = {
  /** The label while the form is being submitted. */
  busy: string
  variant?: 'primary' | 'secondary' | 'danger' | 'danger-outline'
  /** The form also works without scripts, so the button is enabled before hydration. */
  worksPlain?: boolean
  children: string
  /** The accessible name, if the visible one needs its surroundings. */
  label?: string
  className?: string
}

/** Enabled after hydration, and disabled while the form is being submitted. */
export function SubmitButton({
  busy,
  variant = 'primary',
  worksPlain = false,
  children,
  label,
  className = '',
}: SubmitButtonProps) {
  const form = use(FormContext)
  const hydrated = useHydrated() || worksPlain
  return (
    <Button
      type="submit"
      variant={variant}
      disabled={!hydrated || form.busy}
      aria-label={label}
      // Looks enabled before hydration, to avoid a flash.
      className={`${hydrated ? '' : 'disabled:opacity-100!'} ${className}`}
    >
      {form.busy ? busy : children}
    </Button>
  )
}

/** Shows why the form could not be sent. Screen readers announce it, because the element was there before. */
export function FormFailure() {
  const { failure } = use(FormContext)
  return (
    <div role="alert" className="empty:hidden">
      {failure && <Notice tone="error">{failure}</Notice>}
    </div>
  )
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (element: Element): element is Control => element.matches('input, textarea, select')
const controlsOf = (form: HTMLFormElement | null): Control[] => [...(form?.elements ?? [])].filter(isControl)

/**
 * Returns the form's values, without unchecked checkboxes and files. Controls with `data-several` have their values joined by commas;
 * of others with one name, the last one counts.
 */
export function valuesOf(form: HTMLFormElement): Values {
  const data = new FormData(form)
  for (const { name, dataset } of controlsOf(form))
    if ('several' in dataset && data.has(name)) data.set(name, data.getAll(name).join())
  return Object.fromEntries(
    [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Returns the field errors of an `AppError`, if it has any. */
function fieldErrorsOf(error: unknown): FieldErrors {
  const fields = error instanceof Error && 'fields' in error && error.fields
  return fields ? (fields as FieldErrors) : {}
}
