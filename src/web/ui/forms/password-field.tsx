import { type ComponentProps, type ReactNode, useState } from 'react'
import { t } from '../../../shared/translate.ts'
import { Field, useDescription } from './text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string
  name: string
  hint?: ReactNode
}

/** A password input with a button that shows the password. */
export function PasswordField({ label, hint, ...rest }: PasswordFieldProps) {
  const { id, error, aria } = useDescription(rest.name, hint)
  const [visible, setVisible] = useState(false)
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          {...rest}
          {...aria}
          id={id}
          type={visible ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="min-h-12 w-full rounded-md border border-edge bg-surface ps-3.5 pe-18 text-base text-ink hover:border-ink aria-invalid:border-2 aria-invalid:border-danger"
        />
        {/* Its name does not contain the field's label, so that finding the field by its label finds only the field. */}
        <button
          type="button"
          aria-controls={id}
          onClick={() => setVisible(!visible)}
          className="needs-script absolute inset-y-0 end-0 min-w-16 rounded-md px-3 text-sm font-semibold text-accent hover:text-accent-deep"
        >
          {visible ? t('Hide') : t('Show')}
        </button>
      </div>
    </Field>
  )
}
