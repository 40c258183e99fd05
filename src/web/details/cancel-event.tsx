import { useRef } from 'react'
import type { EventDetails } from '../../shared/listing.ts'
import { useBackend } from '../backend.ts'
import { showFailureToast } from '../failure-toast.ts'
import { paths } from '../paths.ts'
import { useRevalidate } from '../router/hooks.ts'
import { useSite } from '../site.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { toast } from '../ui/toast.ts'

/** For those who can edit the event. It works without scripts. */
export function CancelEvent({ event }: { event: EventDetails }) {
  const { api } = useBackend()
  const revalidate = useRevalidate()
  const { today } = useSite()
  const details = useRef<HTMLDetailsElement>(null)
  const { _id: id, canceled } = event
  if (event.endDate < today) return null
  return (
    <details ref={details} className="w-full pr-2 pb-1">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        {canceled ? 'This event is back on' : 'Cancel this event'}
      </summary>
      <Form
        action={paths.cancelEvent(id)}
        className="flex flex-wrap items-center gap-x-4 gap-y-2"
        check={async () => ({ sent: { canceled: !canceled } })}
        send={async (body) => {
          await api.cancelEvent({ params: { id }, body })
          await revalidate()
          toast({ tone: 'good', text: canceled ? 'The event is back on.' : 'The event is canceled.' })
          details.current?.removeAttribute('open')
          details.current?.querySelector('summary')?.focus()
        }}
        onFailure={(error) => showFailureToast(error)}
      >
        <p className="flex-1 basis-60">
          {canceled
            ? 'We’ll email everyone who saved it or wrote to you about it.'
            : 'The ad stays and says that the event is canceled. We’ll email everyone who saved it or wrote to you about it.'}
        </p>
        <input type="hidden" name="canceled" value={canceled ? 'no' : 'yes'} />
        <SubmitButton look={canceled ? 'primary' : 'danger'} busy="Saving…" worksPlain>
          {canceled ? 'Put it back on' : 'Cancel event'}
        </SubmitButton>
      </Form>
    </details>
  )
}
