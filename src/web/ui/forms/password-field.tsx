import { type ComponentProps, type ReactNode, useState } from 'react'
import { Field, useDescription } from './text-field.tsx'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: string; name: string; hint?: ReactNode }

/** A box for what others should not read over the shoulder, with a button that shows it. */
export function PasswordField({ label, hint, ...rest }: Props) {
  const { id, error, described } = useDescription(rest.name, hint)
  const [shown, setShown] = useState(false)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          {...rest}
          {...described}
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="min-h-12 w-full rounded-md border border-edge bg-surface pr-18 pl-3.5 text-base text-ink hover:border-ink aria-invalid:border-2 aria-invalid:border-accent"
        />
        {/* Its name does not repeat the label, or a search for the field by its label would find both. */}
        <button
          type="button"
          aria-controls={id}
          onClick={() => setShown(!shown)}
          className="needs-script absolute inset-y-0 right-0 min-w-16 rounded-md px-3 text-sm font-semibold text-accent hover:text-accent-deep"
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
    </Field>
  )
}
