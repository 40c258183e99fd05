import type { ReactNode } from 'react'
import type { Author } from '../../shared/listing.ts'
import { paths } from '../paths.ts'
import { FacebookIcon, InstagramIcon } from '../ui/brand-icons.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** Sellers are contacted directly, with no intermediary (specification, section 1). */
export function ContactPanel({ author }: { author: Author }) {
  return (
    <Card className="relative p-6 pt-8">
      <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />
      <h2 className="text-lg">Get in touch</h2>
      <ul className="mt-3 divide-y divide-line">
        <Way label="Email" icon={<Icon name="mail" className="size-5" />} to={`mailto:${author.email}`}>
          {author.email}
        </Way>
        <Way
          label="Business Email"
          icon={<Icon name="mail" className="size-5" />}
          to={author.business_email && `mailto:${author.business_email}`}
        >
          {author.business_email}
        </Way>
        <Way
          label="Phone"
          icon={<Icon name="phone" className="size-5" />}
          to={author.phone && `tel:${author.phone.replace(/[^\d+,;*#]/g, '')}`}
        >
          {author.phone}
        </Way>
        <Way label="Facebook" icon={<FacebookIcon className="size-5" />} to={webAddress(author.facebook)}>
          {shownAddress(author.facebook)}
        </Way>
        <Way label="Instagram" icon={<InstagramIcon className="size-5" />} to={webAddress(author.instagram)}>
          {shownAddress(author.instagram)}
        </Way>
      </ul>
      <p className="mt-4 border-t border-dashed border-line pt-4 text-xs text-soft">
        Meet in public and never pay everything up front.{' '}
        <TextLink href={paths.safetyGuide()}>Stay safe</TextLink>
      </p>
    </Card>
  )
}

type WayProps = { label: string; icon: ReactNode; to: string; children: string }

function Way({ label, icon, to, children }: WayProps) {
  if (!to) return null
  const [beforeAt, ...rest] = children.split(/(?=[@/])/)
  return (
    <li>
      <a
        href={to}
        rel="noopener nofollow ugc"
        className="group flex min-h-14 items-center gap-3 py-2 text-ink"
      >
        <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-wash text-accent">
          {icon}
        </span>
        <span className="min-w-0">
          <span className="block text-xs text-soft">{label}</span>
          <span className="block text-sm font-semibold break-words group-hover:underline">
            {beforeAt}
            {/* A long address breaks here rather than inside a word. */}
            <wbr />
            {rest}
          </span>
        </span>
      </a>
    </li>
  )
}

/** Somebody else wrote it: only a web address becomes a link, never `javascript:`. */
const webAddress = (text: string): string => (/^https?:\/\//i.test(text) ? text : '')

const shownAddress = (text: string): string => text.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
