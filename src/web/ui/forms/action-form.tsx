import type { ComponentProps, ReactNode } from 'react'
import { showFailureToast } from '../toast.ts'
import { Form, SubmitButton } from './form.tsx'

type ActionFormProps = Pick<ComponentProps<typeof SubmitButton>, 'variant' | 'label'> & {
  /** The path that accepts the form without scripts. */
  action: string
  /** The hidden fields that it is sent. */
  fields: Record<string, string>
  /** The button's label, and the one while the request runs. */
  submit: string
  busy: string
  className?: string
  /** Fills the width of a page with nothing else to do. */
  wide?: boolean
  onSubmit: () => Promise<unknown>
  /** Shown before the button. */
  children?: ReactNode
}

/** A button that works without scripts. A failure is shown as a toast. */
export function ActionForm(props: ActionFormProps) {
  const { action, fields, submit, busy, variant, label, className = '', wide, onSubmit, children } = props
  return (
    <Form
      action={action}
      className={className}
      onSubmit={async () => void (await onSubmit())}
      onFailure={(error) => showFailureToast(error)}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <SubmitButton
        variant={variant}
        busy={busy}
        worksPlain
        label={label}
        className={wide ? 'min-h-12 w-full' : ''}
      >
        {submit}
      </SubmitButton>
    </Form>
  )
}
