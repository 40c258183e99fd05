import type { ComponentProps, SubmitEvent } from 'react'
import { useNavigate } from './hooks.ts'

type GetFormProps = Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit'> & {
  /**
   * Returns the path that the fields lead to. Called without fields, it returns the path of the form itself. `all` also has
   * several fields of one name, of which `fields` has the last.
   */
  to: (fields: Record<string, string>, all: URLSearchParams) => string
  /** Called before the form navigates. */
  onSubmit?: (form: HTMLFormElement) => void
  keepScroll?: boolean
}

/** A form that leads to a page, such as a search. With scripts, it navigates without empty fields in the URL. */
export function GetForm({ to, onSubmit, keepScroll = false, children, ...rest }: GetFormProps) {
  const navigate = useNavigate()
  const [action, query] = to({}, new URLSearchParams()).split('?')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    onSubmit?.(form)
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()])
    navigate(to(Object.fromEntries(fields), new URLSearchParams(fields)), { keepScroll })
  }

  return (
    <form {...rest} method="get" action={action} onSubmit={submit}>
      {/* Without scripts, the fields replace the query of `action`. */}
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
