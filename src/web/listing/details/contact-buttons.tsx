import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type ContactReference, callTo, mailTo, preferredEmail } from './contact-links.ts'
import { showContactForm } from './show-contact.tsx'
import type { Contact } from './use-contact.ts'

type ContactButtonsProps = { contact: Contact; ad: ContactReference }

/** Leads to the form for a message through the site. */
function MessageButton({ href }: { href: string }) {
  return (
    <ButtonLink href={href} rel="nofollow" className="flex-1 px-3! md:basis-full">
      <Icon name="message-circle" className="size-4.5" />
      Message
    </ButtonLink>
  )
}

/**
 * The quickest ways to reach the author. If the contact details are shown, there is always an email; a phone may be missing
 * or not be a number.
 */
export function ContactButtons({ contact: { author }, ad }: ContactButtonsProps) {
  const call = author && callTo(author.phone)
  return (
    <>
      {ad.messageForm && <MessageButton href={ad.messageForm} />}
      {author && (
        <ButtonLink
          variant={ad.messageForm ? 'secondary' : 'primary'}
          href={mailTo(preferredEmail(author), ad)}
          rel={linkRel}
          className="flex-1"
        >
          <Icon name="mail" className="size-4.5" />
          Email
        </ButtonLink>
      )}
      {call && (
        <ButtonLink variant="secondary" href={call} rel={linkRel} className="flex-1">
          <Icon name="phone" className="size-4.5" />
          Call
        </ButtonLink>
      )}
    </>
  )
}

/** Submits the form in the panel, which then has the details and the focus. */
const ShowContactButton = ({ busy }: { busy: boolean }) => (
  <Button type="submit" form={showContactForm} variant="secondary" aria-disabled={busy} className="flex-1">
    <Icon name="eye" className="size-4.5" />
    Contact details
  </Button>
)

/** For links that users wrote: search engines must not count them as ours. */
export const linkRel = 'noopener nofollow ugc'

/**
 * Keeps the buttons in view on phones. As the last part of the page it is sticky rather than fixed, so that it never
 * covers the end of the page or the footer.
 */
export function ContactBar(props: ContactButtonsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links, not a set of fields
    <div
      role="group"
      aria-label="Contact the poster"
      data-contact-bar
      className="sticky bottom-0 z-20 border-t border-line bg-surface shadow-lifted md:hidden print:hidden"
    >
      <div className="page-width flex gap-2 pt-3 [&_a,&_button]:px-3! max-sm:[&_svg]:hidden pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <ContactButtons {...props} />
        {props.contact.request && <ShowContactButton busy={props.contact.request.busy} />}
      </div>
    </div>
  )
}
