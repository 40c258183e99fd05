import { type ComponentProps, useState } from 'react'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { messageOf } from '../ui/toast.ts'

type ActionDialogProps<Sent> = Omit<ComponentProps<typeof ConfirmDialog<Sent>>, 'onFailure'> & {
  describeError?: (error: unknown) => string
}

/** A confirmation dialog that stays open after a failure and shows the error, so that nothing typed is lost. */
export function ActionDialog<Sent>({
  describeError = messageOf,
  children,
  ...props
}: ActionDialogProps<Sent>) {
  const [error, setError] = useState<string | null>(null)
  return (
    <ConfirmDialog {...props} onFailure={(error, shown) => setError(shown ? null : describeError(error))}>
      {children}
      <DialogError>{error}</DialogError>
    </ConfirmDialog>
  )
}

/** Shown in the dialog itself, because a toast behind it could not be read. */
export function DialogError({ children }: { children: string | null }) {
  return (
    <p role="alert" className="text-sm font-medium text-danger empty:hidden">
      {children}
    </p>
  )
}
