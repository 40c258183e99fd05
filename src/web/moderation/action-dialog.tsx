import type { ComponentProps } from 'react'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import type { Values } from '../ui/forms/form.tsx'
import type { ActionResult, RunAdminAction } from './use-admin-action.ts'

type ActionDialogProps<Data> = Omit<ComponentProps<typeof ConfirmDialog<Data>>, 'onSubmit' | 'onFailure'> & {
  onSubmit: (data: Data) => Promise<ActionResult>
  /** Shows the result after the dialog has closed. */
  run: RunAdminAction
}

/** A confirmation dialog that stays open after a failure, so that nothing typed is lost. */
export function ActionDialog<Data = Values>({ onSubmit, run, ...props }: ActionDialogProps<Data>) {
  return (
    <ConfirmDialog
      {...props}
      onSubmit={async (data) => {
        const result = await onSubmit(data)
        props.onClose()
        await run(async () => result)
      }}
    />
  )
}
