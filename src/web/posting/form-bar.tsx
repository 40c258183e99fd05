import { Button } from '../ui/button.tsx'
import { SubmitButton } from '../ui/forms/form.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Icon } from '../ui/icon.tsx'
import { noDrafts as noDraftsSentence, waitingForPictures } from './words.ts'

type Props = {
  send: string
  sending: string
  /** For pictures that are still on their way. */
  waiting: boolean
  noDrafts: boolean
  onPreview: () => void
}

/** What one does with the form. It stays in sight while the form is scrolled. */
export function FormBar({ send, sending, waiting, noDrafts, onPreview }: Props) {
  const ready = useHydrated()
  return (
    <div
      data-form-bar
      className="sticky bottom-0 z-20 border-line bg-surface py-3 shadow-lifted max-sm:-mx-4 max-sm:border-t max-sm:px-4 sm:bottom-3 sm:rounded-lg sm:border sm:px-5"
    >
      <p role="status" className="mb-2 text-sm font-medium text-accent empty:hidden">
        {noDrafts && noDraftsSentence}
      </p>
      <p role="status" className="sr-only">
        {waiting && waitingForPictures}
      </p>
      <div className="flex gap-3 sm:justify-end">
        <Button
          look="secondary"
          disabled={!ready}
          className="needs-script disabled:opacity-100!"
          onClick={onPreview}
        >
          <Icon name="eye" className="size-5" />
          Preview
        </Button>
        <SubmitButton
          busy={waiting ? waitingForPictures : sending}
          className="min-w-0 flex-1 sm:min-w-48 sm:flex-none"
        >
          {send}
        </SubmitButton>
      </div>
    </div>
  )
}
