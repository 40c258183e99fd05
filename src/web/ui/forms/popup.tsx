import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

type PopupProps = { title: string; text: string; onClose: () => void }

/** Reports a result that the user has to acknowledge. */
export function Popup({ title, text, onClose }: PopupProps) {
  return (
    <Dialog title={title} text={text} onClose={onClose}>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>OK</Button>
      </div>
    </Dialog>
  )
}
