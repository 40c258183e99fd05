import type { Author } from '../../shared/listing.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { type ContactReference, callTo, mailTo, preferredEmail } from './contact-links.ts'

type ContactButtonsProps = { author: Author; ad: ContactReference }

/** Leads to the form for a message through the site. */
function MessageButton({ href }: { href: string }) {
  return (
    <ButtonLink href={href} rel="nofollow" className="flex-1 px-3! md:basis-full">
      <Icon name="message-circle" className="size-4.5" />
      Message
    </ButtonLink>
  )
}

/** The quickest ways to reach the author. There is always an email; a phone may be missing or not be a number. */
export function ContactButtons({ author, ad }: ContactButtonsProps) {
  const call = callTo(author.phone)
  return (
    <>
      {ad.messageForm && <MessageButton href={ad.messageForm} />}
      <ButtonLink
        look={ad.messageForm ? 'secondary' : 'primary'}
        href={mailTo(preferredEmail(author), ad)}
        rel={linkRel}
        className="flex-1"
      >
        <Icon name="mail" className="size-4.5" />
        Email
      </ButtonLink>
      {call && (
        <ButtonLink look="secondary" href={call} rel={linkRel} className="flex-1">
          <Icon name="phone" className="size-4.5" />
          Call
        </ButtonLink>
      )}
    </>
  )
}

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
      <div className="page-width flex gap-2 pt-3 [&_a]:px-3! max-sm:[&_svg]:hidden pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <ContactButtons {...props} />
      </div>
    </div>
  )
}
