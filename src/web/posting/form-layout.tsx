/** The frame of the listing form: its sections, its text fields, and the bar with its buttons. */

import { type ComponentProps, type ReactNode, useId } from 'react'
import { type Message, t } from '../../shared/translate.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { SubmitButton } from '../ui/forms/form.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { draftNotSaved, draftRestored, waitingForPictures } from './labels.ts'
import type { FieldName, ListingValues } from './values.ts'

type FormSectionProps = { title: string; intro?: string; children: ReactNode }

export function FormSection({ title, intro, children }: FormSectionProps) {
  const id = useId()
  return (
    <Card className="p-5 sm:p-8">
      <section aria-labelledby={id}>
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {intro && <p className="mt-1 text-sm text-soft">{intro}</p>}
        <div className="mt-5 space-y-5">{children}</div>
      </section>
    </Card>
  )
}

type FormBarProps = {
  submit: string
  submitting: string
  waiting: boolean
  autosaveFailed: boolean
  onPreview: () => void
  /** Discards a restored draft; null if the form has none. */
  onStartOver: (() => void) | null
}

/** The form's buttons. The bar stays visible while the form scrolls. */
export function FormBar(props: FormBarProps) {
  const { submit, submitting, waiting, autosaveFailed, onPreview, onStartOver } = props
  return (
    <div
      data-form-bar
      className="sticky bottom-0 z-20 border-line bg-surface py-3 shadow-lifted max-sm:-mx-4 max-sm:border-t max-sm:px-4 sm:bottom-3 sm:rounded-lg sm:border sm:px-5"
    >
      <p role="status" className="mb-2 text-sm font-medium text-danger empty:hidden">
        {autosaveFailed && t(draftNotSaved)}
      </p>
      <p role="status" className="sr-only">
        {waiting && t(waitingForPictures)}
      </p>
      <div className="flex flex-wrap gap-x-3 sm:justify-end">
        {onStartOver && <RestoredDraft onStartOver={onStartOver} />}
        <Button variant="secondary" className="needs-script" onClick={onPreview}>
          <Icon name="eye" className="size-5" />
          {t('Preview')}
        </Button>
        <SubmitButton
          busy={waiting ? t(waitingForPictures) : submitting}
          className="min-w-0 flex-1 sm:min-w-48 sm:flex-none"
        >
          {submit}
        </SubmitButton>
      </div>
    </div>
  )
}

/** It is in the bar, not above the form: after a reload, the browser scrolls to where the user was. */
function RestoredDraft({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className="flex items-center gap-1.5 text-sm max-sm:-mt-2 max-sm:mb-1 max-sm:w-full sm:me-auto">
      <Icon name="circle-check" className="size-4.5 shrink-0" />
      {t(draftRestored)}
      <span aria-hidden>·</span>
      <button
        type="button"
        onClick={onStartOver}
        className="underlined min-h-11 font-semibold text-accent hover:text-accent-deep"
      >
        {t('Start over')}
      </button>
    </p>
  )
}

type FormFieldProps = Omit<ComponentProps<typeof TextField>, 'name'> & {
  name: FieldName
  values: ListingValues
}

/** A text field with its initial value. Unless its props say otherwise, browsers suggest nothing, and Enter leads on. */
export const FormField = ({ values, ...rest }: FormFieldProps) => (
  <TextField autoComplete="off" enterKeyHint="next" defaultValue={values[rest.name]} {...rest} />
)

/** Returns the options of a select for labels by value. */
export const optionsOf = (labels: Readonly<Record<string, Message>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label: t(label) }))
