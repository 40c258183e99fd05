import type { ComponentProps, SubmitEvent } from 'react'
import { useNavigate } from './hooks.ts'

type GetFormProps = Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit'> & {
  /** Returns the path that the fields lead to, several of one name joined by commas. Without fields, it is the path of the form itself. */
  to: (fields: Record<string, string>) => string
  /** Called before the form navigates. */
  onSubmit?: (form: HTMLFormElement) => void
  keepScroll?: boolean
}

/** A form that leads to a page, such as a search. With scripts, it navigates without empty fields in the URL. */
export function GetForm({ to, onSubmit, keepScroll = false, children, ...rest }: GetFormProps) {
  const navigate = useNavigate()
  const [action, query] = to({}).split('?')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    onSubmit?.(form)
    const fields: Record<string, string> = {}
    for (const [name, value] of new FormData(form))
      fields[name] = [fields[name], String(value).trim()].filter(Boolean).join(',')
    navigate(to(fields), { keepScroll })
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
