import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

/** Tells something that is over and done with. */
export function Popup({ title, text, onClose }: { title: string; text: string; onClose: () => void }) {
  return (
    <Dialog title={title} text={text} onClose={onClose}>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>OK</Button>
      </div>
    </Dialog>
  )
}
