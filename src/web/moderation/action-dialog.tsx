import { type ComponentProps, useState } from 'react'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { messageOf } from '../ui/toast.ts'
import type { ActionResult, RunAdminAction } from './use-admin-action.ts'

type ActionDialogProps<Data> = Omit<ComponentProps<typeof ConfirmDialog<Data>>, 'onSubmit' | 'onFailure'> & {
  onSubmit: (data: Data) => Promise<ActionResult>
  /** Shows the result after the dialog has closed. */
  run: RunAdminAction
  describeError?: (error: unknown) => string
}

/** A confirmation dialog that stays open after a failure and shows the error, so that nothing typed is lost. */
export function ActionDialog<Data>({
  onSubmit,
  run,
  describeError = messageOf,
  children,
  ...props
}: ActionDialogProps<Data>) {
  const [error, setError] = useState<string | null>(null)
  return (
    <ConfirmDialog
      {...props}
      onSubmit={async (data) => {
        const result = await onSubmit(data)
        props.onClose()
        await run(async () => result)
      }}
      onFailure={(error, shown) => setError(shown ? null : describeError(error))}
    >
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
