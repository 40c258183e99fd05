import type { ReactNode } from 'react'
import { isHttpUrl } from '../../shared/http-url.ts'
import type { Author, Kind } from '../../shared/listing.ts'
import { paths } from '../paths.ts'
import { FacebookIcon, InstagramIcon } from '../ui/brand-icons.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { safetyTipFor } from './safety-tips.ts'

type ContactPanelProps = { kind: Kind; author: Author; listingId: string }

/** Sellers are contacted directly, with no intermediary (specification, section 1). */
export function ContactPanel({ kind, author, listingId }: ContactPanelProps) {
  const tip = safetyTipFor(kind, listingId)
  return (
    <Card className="relative p-6 pt-8">
      <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />
      <h2 className="text-lg">Get in touch</h2>
      <ul className="mt-3 divide-y divide-line">
        <ContactLink label="Email" icon={icons.mail} text={author.email} to={mailTo(author.email)} />
        <ContactLink
          label="Business Email"
          icon={icons.mail}
          text={author.business_email}
          to={mailTo(author.business_email)}
        />
        <ContactLink label="Phone" icon={icons.phone} text={author.phone} to={callTo(author.phone)} />
        <SocialLink label="Facebook" icon={icons.facebook} url={author.facebook} />
        <SocialLink label="Instagram" icon={icons.instagram} url={author.instagram} />
      </ul>
      <p className="mt-4 border-t border-dashed border-line pt-4 text-xs text-soft">
        {tip.text} <TextLink href={paths.customerGuide(tip.topic)}>Stay safe</TextLink>
      </p>
    </Card>
  )
}

const icons = {
  mail: <Icon name="mail" className="size-5" />,
  phone: <Icon name="phone" className="size-5" />,
  facebook: <FacebookIcon className="size-5" />,
  instagram: <InstagramIcon className="size-5" />,
}

type ContactLinkProps = { label: string; icon: ReactNode; text: string; to: string | null }

function ContactLink({ label, icon, text, to }: ContactLinkProps) {
  if (!text) return null
  const content = (
    <>
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-wash text-accent">
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block text-xs text-soft">{label}</span>
        <bdi className="free-text block text-sm font-semibold group-hover:underline">{breakable(text)}</bdi>
      </span>
    </>
  )
  const look = 'group flex min-h-14 items-center gap-3 py-2 text-ink'
  return (
    <li>
      {to ? (
        <a href={to} rel="noopener nofollow ugc" className={look}>
          {content}
        </a>
      ) : (
        <div className={look}>{content}</div>
      )}
    </li>
  )
}

/** Shown only if it is a valid HTTP URL: the author may have written anything. */
function SocialLink({ label, icon, url }: { label: string; icon: ReactNode; url: string }) {
  if (!isHttpUrl(url)) return null
  const text = url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
  return <ContactLink label={label} icon={icon} text={text} to={url} />
}

/** Lets a long address break at its first `@` or `/` rather than inside a word. */
function breakable(text: string) {
  const [start, ...rest] = text.split(/(?=[@/])/)
  return (
    <>
      {start}
      <wbr />
      {rest}
    </>
  )
}

/** Encodes the address, because a question mark in it could set the email's subject or add recipients. */
const mailTo = (address: string) => `mailto:${encodeURIComponent(address).replace('%40', '@')}`

/** Returns a link to the first number in `text`: phones are free text and may hold several numbers or words. */
function callTo(text: string): string | null {
  const number = /\+?\d[\d ().\-\u2010-\u2013]*/.exec(text)?.[0].replace(/[^\d+]/g, '')
  return number && number.length > 2 ? `tel:${number}` : null
}
