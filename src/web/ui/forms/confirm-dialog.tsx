import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { Form, FormFailure, SubmitButton, type Values } from './form.tsx'

type ConfirmDialogProps<Data> = Pick<
  ComponentProps<typeof Form<Data>>,
  'validate' | 'onSubmit' | 'onFailure' | 'ref'
> & {
  words: { title: string; text?: string; confirm: string; cancel: string }
  /** The button's label while the request runs. */
  busy: string
  danger?: boolean
  onClose: () => void
  children?: ReactNode
}

/** A dialog with a form. Shows failures itself, because a toast behind it could not be read. */
export function ConfirmDialog<Data = Values>({
  words,
  busy,
  danger = false,
  onClose,
  children,
  ...form
}: ConfirmDialogProps<Data>) {
  return (
    <Dialog title={words.title} text={words.text} onClose={onClose}>
      <Form {...form} className="mt-5 space-y-5">
        {children}
        <FormFailure />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <SubmitButton variant={danger ? 'danger' : 'primary'} busy={busy}>
            {words.confirm}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}
