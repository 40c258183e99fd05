import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { showFailureToast } from './toast.ts'

type BusyButtonProps = Omit<ComponentProps<typeof Button>, 'disabled' | 'onClick'> & {
  /** The label while the action runs. */
  busy: ReactNode
  onClick: () => Promise<unknown>
}

/** A button that is disabled while its action runs. A toast shows why the action failed. */
export function BusyButton({ busy, onClick, children, ...rest }: BusyButtonProps) {
  const [isBusy, setBusy] = useState(false)

  async function run() {
    setBusy(true)
    try {
      await onClick()
    } catch (error) {
      showFailureToast(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button {...rest} disabled={isBusy} onClick={run}>
      {isBusy ? busy : children}
    </Button>
  )
}
