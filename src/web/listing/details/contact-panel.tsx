import { type ComponentProps, useEffect, useRef } from 'react'
import { isHttpUrl } from '../../../shared/http-url.ts'
import type { Author } from '../../../shared/listing.ts'
import { t } from '../../../shared/translate.ts'
import { paths } from '../../paths.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ContactButtons, linkRel, ShowContact } from './contact-buttons.tsx'
import { type AdReference, type ContactReference, callTo, mailTo } from './contact-links.ts'
import type { SafetyTip } from './safety-tips.ts'
import type { Contact } from './use-contact.ts'

type ContactPanelProps = { contact: Contact; ad: ContactReference; tip: SafetyTip }

/** Sellers are contacted directly, with no intermediary (specification, section 1), unless they or the site prefer messages. */
export function ContactPanel({ contact, ad, tip }: ContactPanelProps) {
  const { author, request, justShown, note } = contact
  return (
    <>
      <h2 className="text-lg">{t('Get in touch')}</h2>
      <div className="mt-3 flex flex-wrap gap-3 print:hidden">
        <ContactButtons contact={contact} ad={ad} />
      </div>
      {author && <ContactList author={author} ad={ad} focused={justShown} />}
      {request && <ShowContact request={request} />}
      {/* Screen readers announce changes of an element that was there before. */}
      <p role="status" className="sr-only">
        {justShown && t('Contact details shown.')}
      </p>
      {note && <p className="mt-3 text-sm text-soft print:hidden">{note}</p>}
      <p className="mt-4 border-t border-dashed border-line pt-4 text-xs text-soft print:hidden">
        {tip.text} <TextLink href={paths.customerGuide(tip.topic)}>{t('Stay safe')}</TextLink>
      </p>
    </>
  )
}

/** `focused` moves focus here when it appears, because the button that had it is gone. */
function ContactList({ author, ad, focused }: { author: Author; ad: AdReference; focused: boolean }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (focused) list.current?.focus()
  }, [focused])
  return (
    <ul ref={list} tabIndex={-1} aria-label={t('Contact details')} className="mt-2 divide-y divide-line">
      <ContactLink label={t('Email')} icon="mail" text={author.email} to={mailTo(author.email, ad)} />
      <ContactLink
        label={t('Business Email')}
        icon="mail"
        text={author.business_email}
        to={mailTo(author.business_email, ad)}
      />
      <ContactLink label={t('Phone')} icon="phone" text={author.phone} to={callTo(author.phone)} />
      <SocialLink label="Facebook" icon="brand-facebook" url={author.facebook} />
      <SocialLink label="Instagram" icon="brand-instagram" url={author.instagram} />
    </ul>
  )
}

type IconName = ComponentProps<typeof Icon>['name']
type ContactLinkProps = { label: string; icon: IconName; text: string; to: string | null }

function ContactLink({ label, icon, text, to }: ContactLinkProps) {
  if (!text) return null
  const content = (
    <>
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-wash text-accent print:hidden">
        <Icon name={icon} className="size-5" />
      </span>
      <span className="min-w-0">
        <span className="block text-xs text-soft">{label}</span>
        <bdi className="free-text block text-sm font-semibold group-hover:underline">
          <Breakable address={text} />
        </bdi>
      </span>
    </>
  )
  const look = 'group flex min-h-14 items-center gap-3 py-2 text-ink'
  return (
    <li>
      {to ? (
        <a href={to} rel={linkRel} className={look}>
          {content}
        </a>
      ) : (
        <div className={look}>{content}</div>
      )}
    </li>
  )
}

/** Shown only if it is a valid HTTP URL: the author may have written anything. */
function SocialLink({ label, icon, url }: { label: string; icon: IconName; url: string }) {
  if (!isHttpUrl(url)) return null
  const text = url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
  return <ContactLink label={label} icon={icon} text={text} to={url} />
}
