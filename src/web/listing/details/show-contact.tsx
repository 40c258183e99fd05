import { contactDetails as sentences } from '../../../shared/messages/contact-details.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ContactRequest } from './use-contact.ts'

/** Names the form, so that the button at the bottom of phones can submit it. */
export const showContactForm = 'show-contact'

/** The button that asks for the contact details: without scripts, a form that posts to the page of the ad. */
export function ShowContact({ request: { action, send, busy, problem } }: { request: ContactRequest }) {
  return (
    <form
      id={showContactForm}
      method="post"
      action={action}
      className="mt-3 space-y-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {/* Not disabled while it is busy, so that it keeps the focus. */}
      <Button type="submit" variant="secondary" aria-disabled={busy} className="w-full">
        <Icon name="eye" className="size-4.5" />
        {busy ? sentences.showing : sentences.show}
      </Button>
      <div role="alert" className="empty:hidden">
        {problem && <Notice tone="warning">{problem}</Notice>}
      </div>
    </form>
  )
}
