import { useRef } from 'react'
import type { EventDetails } from '../../../shared/listing.ts'
import { msg, t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useRevalidate } from '../../framework/router/hooks.ts'
import { paths } from '../../paths.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { toast } from '../../ui/toast.ts'
import { endOf, useEnded } from '../event-state.ts'

/** For those who can edit the event: cancels or postpones all of it, or puts it back on. */
export function CancelEvent({ event }: { event: EventDetails }) {
  const { api } = useBackend()
  const ended = useEnded(endOf(event))
  const { _id: id, canceled, postponed } = event
  const params = { id }
  // A postponed event has no date that could be over.
  if (ended && !postponed) return null
  return (
    <div className="flex w-full flex-wrap gap-x-6 pe-2 pb-1">
      {!canceled && (
        <Switch
          {...(postponed ? backOn : postponing)}
          action={paths.postponeEvent(id)}
          name="postponed"
          value={!postponed}
          onSubmit={(postponed) => api.postponeEvent({ params, body: { postponed } })}
        />
      )}
      <Switch
        {...(canceled ? backOn : canceling)}
        action={paths.cancelEvent(id)}
        name="canceled"
        value={!canceled}
        onSubmit={(canceled) => api.cancelEvent({ params, body: { canceled } })}
      />
    </div>
  )
}

const backOn = {
  summary: msg('Put this event back on'),
  text: msg('We’ll email everyone who saved it or wrote to you about it.'),
  submit: msg('Put it back on'),
  done: msg('The event is back on.'),
}
const postponing = {
  summary: msg('Postpone this event'),
  text: msg(
    'The ad stays and says that the event is postponed, until you edit its date or put it back on. We’ll email everyone who saved it or wrote to you about it.',
  ),
  submit: msg('Postpone event'),
  done: msg('The event is postponed.'),
}
const canceling = {
  summary: msg('Cancel this event'),
  text: msg(
    'The ad stays and says that the event is canceled. We’ll email everyone who saved it or wrote to you about it.',
  ),
  submit: msg('Cancel event'),
  done: msg('The event is canceled.'),
}

type SwitchProps = typeof backOn & {
  /** The path that accepts the form without scripts, and its field. */
  action: string
  name: string
  value: boolean
  onSubmit: (value: boolean) => Promise<unknown>
}

/** A form that is hidden until someone wants it. It works without scripts. */
function Switch({ summary, text, submit, done, action, name, value, onSubmit }: SwitchProps) {
  const revalidate = useRevalidate()
  const details = useRef<HTMLDetailsElement>(null)
  return (
    <details ref={details} name="event-switch" className="open:w-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        {t(summary)}
      </summary>
      <ActionForm
        action={action}
        fields={{ [name]: value ? 'yes' : 'no' }}
        submit={t(submit)}
        busy={t('Saving…')}
        variant={value ? 'danger' : 'primary'}
        className="flex flex-wrap items-center gap-x-4 gap-y-2"
        onSubmit={async () => {
          await onSubmit(value)
          await revalidate()
          toast({ tone: 'success', text: t(done) })
          details.current?.removeAttribute('open')
          details.current?.querySelector('summary')?.focus()
        }}
      >
        <p className="flex-1 basis-60">{t(text)}</p>
      </ActionForm>
    </details>
  )
}
