/**
 * A form whose boxes stay the browser's own: what was typed, or filled in by a password manager, before scripts ran is
 * there, and nothing typed is lost by an error. Why no library does this: docs/decisions/013-forms-of-our-own.md.
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

/** By the names of the fields. */
export type Values = Record<string, string>
export type FieldErrors = Record<string, string>
export type Checked<Sent> = { sent: Sent } | { errors: FieldErrors }

type State = { errors: FieldErrors; busy: boolean }
const FormContext = createContext<State>({ errors: {}, busy: false })

/** What is wrong with a field of the form around it. */
export const useFieldError = (name: string): string | undefined => use(FormContext).errors[name]

type Props<Sent> = {
  /** Looks at what was typed before it is sent; may load what it needs. */
  check: (values: Values) => Promise<Checked<Sent>>
  send: (sent: Sent) => Promise<void>
  /** Told of what `send` threw; `shown` when it named fields of this form, which say it already. */
  onFailure: (error: unknown, shown: boolean) => void
  /** Something was typed or chosen. */
  onInput?: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLFormElement>) => void
  className?: string
  children: ReactNode
  ref?: RefObject<HTMLFormElement | null>
}

export function Form<Sent>({
  check,
  send,
  onFailure,
  onInput,
  onKeyDown,
  className,
  children,
  ref,
}: Props<Sent>) {
  const own = useRef<HTMLFormElement>(null)
  const form = ref ?? own
  const running = useRef(false)
  const [state, setState] = useState<State>({ errors: {}, busy: false })

  /** Answers whether at least one of the errors has a field here; the first such field gets the keyboard. */
  function show(errors: FieldErrors): boolean {
    setState({ errors, busy: false })
    const wrong = controlsOf(form.current).filter(({ name }) => errors[name])
    wrong[0]?.focus()
    return wrong.length > 0
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // Two clicks are one: the button is only disabled once React has drawn it so.
    if (running.current) return
    running.current = true
    const pressed = document.activeElement
    setState({ errors: {}, busy: true })
    try {
      const checked = await check(valuesOf(event.currentTarget))
      if ('errors' in checked) show(checked.errors)
      else await send(checked.sent)
    } catch (error) {
      onFailure(error, show(fieldsOf(error)))
    } finally {
      running.current = false
      setState(({ errors }) => ({ errors, busy: false }))
      // A disabled button loses the keyboard; it is given back unless a field has it now.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && pressed instanceof HTMLElement) pressed.focus()
      })
    }
  }

  function forgetError(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    if (!state.errors[name]) return
    const { [name]: _, ...errors } = state.errors
    setState({ ...state, errors })
  }

  return (
    // By post: sent before scripts run, what was typed must not end up in an address.
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
      onInput={(event) => {
        forgetError(event)
        onInput?.()
      }}
      onKeyDown={onKeyDown}
      className={className ?? 'space-y-5'}
    >
      <FormContext value={state}>{children}</FormContext>
    </form>
  )
}

/** Works once scripts run; while the form is being sent it says so. */
export function SubmitButton({
  busy,
  children,
  className = '',
}: {
  busy: string
  children: string
  className?: string
}) {
  const form = use(FormContext)
  const ready = useHydrated()
  return (
    <Button
      type="submit"
      disabled={!ready || form.busy}
      // For the moment until scripts run it looks as it will.
      className={`${ready ? '' : 'disabled:opacity-100!'} ${className}`}
    >
      {form.busy ? busy : children}
    </Button>
  )
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (element: Element): element is Control => element.matches('input, textarea, select')
const controlsOf = (form: HTMLFormElement | null): Control[] => [...(form?.elements ?? [])].filter(isControl)

/** A box that is not ticked is not among them, nor is a file. */
export function valuesOf(form: HTMLFormElement): Values {
  const entries = [...new FormData(form)]
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Errors of the server may name the fields that they are about. */
function fieldsOf(error: unknown): FieldErrors {
  const named = error instanceof Error && 'fields' in error && error.fields
  return named ? (named as FieldErrors) : {}
}
