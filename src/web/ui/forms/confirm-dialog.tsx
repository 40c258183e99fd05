import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { Form, SubmitButton } from './form.tsx'

type Props<Sent> = Pick<ComponentProps<typeof Form<Sent>>, 'check' | 'send' | 'onFailure'> & {
  words: { title: string; text: string; confirm: string; cancel: string }
  /** Said on the button while it is being done. */
  busy: string
  onClose: () => void
  /** What is asked besides, if anything. */
  children?: ReactNode
}

/** Asks before something is done that cannot be taken back. */
export function ConfirmDialog<Sent>({ words, busy, onClose, children, ...form }: Props<Sent>) {
  return (
    <Dialog title={words.title} text={words.text} onClose={onClose}>
      <Form {...form} className="mt-5 space-y-5">
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <SubmitButton busy={busy}>{words.confirm}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}
