/** The form of a step, with a preview of what its values look like on the site. */
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { t } from '../../../shared/translate.ts'
import { Card } from '../../ui/card.tsx'
import { Form, FormFailure, type Values, valuesOf } from '../../ui/forms/form.tsx'

type PreviewedFormProps<Data> = Omit<ComponentProps<typeof Form<Data>>, 'ref' | 'onInput' | 'className'> & {
  /** Called when something is typed or chosen. */
  onValues: (values: Values) => void
  preview: ReactNode
  buttons: ReactNode
}

export function PreviewedForm<Data = Values>({
  onValues,
  preview,
  buttons,
  children,
  ...form
}: PreviewedFormProps<Data>) {
  const ref = useRef<HTMLFormElement>(null)
  return (
    <Form
      {...form}
      ref={ref}
      className="grid gap-5 lg:grid-cols-2 lg:items-start"
      onInput={() => ref.current && onValues(valuesOf(ref.current))}
    >
      <Card className="flex flex-col gap-5 p-4 empty:hidden sm:p-6">{children}</Card>
      <Card className="overflow-clip lg:sticky lg:top-5 lg:row-span-2">
        <h2 className="border-b border-line px-4 py-2.5 text-sm font-semibold text-soft sm:px-6">
          {t('Preview')}
        </h2>
        <div className="p-4 sm:p-6">{preview}</div>
      </Card>
      <div className="space-y-5">
        <FormFailure />
        <div className="flex flex-wrap items-center gap-x-1 gap-y-3">{buttons}</div>
      </div>
    </Form>
  )
}
