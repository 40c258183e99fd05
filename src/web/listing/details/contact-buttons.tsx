import { t } from '../../../shared/translate.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type ContactReference, callTo, mailTo, preferredEmail } from './contact-links.ts'
import type { Contact, ContactRequest } from './use-contact.ts'

type ContactButtonsProps = { contact: Contact; ad: ContactReference }

/**
 * The quickest ways to reach the author. If the contact details are shown, there is always an email; a phone may be missing
 * or not be a number.
 */
export function ContactButtons({ contact: { author }, ad }: ContactButtonsProps) {
  const call = author && callTo(author.phone)
  return (
    <>
      {ad.messageForm && (
        <ButtonLink href={ad.messageForm} rel="nofollow" className="flex-1 px-3! md:basis-full">
          <Icon name="message-circle" className="size-4.5" />
          {t('Message')}
        </ButtonLink>
      )}
      {author && (
        <ButtonLink
          variant={ad.messageForm ? 'secondary' : 'primary'}
          href={mailTo(preferredEmail(author), ad)}
          rel={linkRel}
          className="flex-1"
        >
          <Icon name="mail" className="size-4.5" />
          {/* A sentence of its own: the label of a field is an address. */}
          {t('{way, select, other {Email}}', { way: 'email' })}
        </ButtonLink>
      )}
      {call && (
        <ButtonLink variant="secondary" href={call} rel={linkRel} className="flex-1">
          <Icon name="phone" className="size-4.5" />
          {t('Call')}
        </ButtonLink>
      )}
    </>
  )
}

/** Names the form, so that the button at the bottom of phones can submit it. */
const showContactForm = 'show-contact'

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
        {busy ? t('Loading…') : t('Show contact details')}
      </Button>
      <div role="alert" className="empty:hidden">
        {problem && <Notice tone="warning">{problem}</Notice>}
      </div>
    </form>
  )
}

/** For links that users wrote: search engines must not count them as ours. */
export const linkRel = 'noopener nofollow ugc'

/**
 * Keeps the buttons in view on phones. As the last part of the text it is sticky rather than fixed, so that it covers neither what is
 * above the text, such as the date of an event, nor the contact details below it, which have the same buttons.
 */
export function ContactBar(props: ContactButtonsProps) {
  const { request } = props.contact
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links, not a set of fields
    <div
      role="group"
      aria-label={t('Contact the poster')}
      data-contact-bar
      className="ad-bar sticky bottom-0 z-20 mt-8 border-t border-line bg-surface shadow-lifted md:hidden print:hidden"
    >
      <div className="page-width flex flex-wrap gap-2 pt-3 [&_a,&_button]:px-3! max-sm:[&_svg]:hidden pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <ContactButtons {...props} />
        {/* Submits the form in the panel, which then has the details and the focus. */}
        {request && (
          <Button
            type="submit"
            form={showContactForm}
            variant="secondary"
            aria-disabled={request.busy}
            className="flex-1"
          >
            <Icon name="eye" className="size-4.5" />
            {t('Contact details')}
          </Button>
        )}
      </div>
    </div>
  )
}
