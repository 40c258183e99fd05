import type { ReactNode } from 'react'
import { authorPaths } from '../../../shared/author-paths.ts'
import type { EventDetails, Kind, ServiceDetails } from '../../../shared/listing.ts'
import { localName } from '../../../shared/local-names.ts'
import { contactDetails } from '../../../shared/messages/contact-details.ts'
import { statementPath } from '../../../shared/paths.ts'
import { isAuthor } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import { useCurrentUser } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { useMayPost } from '../../site/suspended-notice.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { formatLocalTime } from '../local-time.ts'
import { RenewForm } from '../renew-form.tsx'
import { renewalText } from '../renewal-text.ts'
import { CancelEvent } from './cancel-event.tsx'
import { PublicationForm } from './publication-form.tsx'

type EditorNoticeProps = { kind: Kind; listing: ServiceDetails | EventDetails }

/** Shown above a listing to those who can edit it. Only they see a hidden one (design, section 4). */
export function EditorNotice({ kind, listing }: EditorNoticeProps) {
  const isOwn = isAuthor(useCurrentUser(), listing)
  const mayPost = useMayPost()
  const { title, text } = messageOf(kind, listing, isOwn)
  return (
    <NoticeBar
      className="bg-accent-wash"
      icon={listing.hiding && <Icon name="eye-off" className="size-5 shrink-0 text-accent" />}
      title={title}
      text={text}
    >
      <ButtonLink variant="secondary" href={paths.editListing(kind, listing._id)}>
        <Icon name="pencil" className="size-4" />
        {t('Edit')}
      </ButtonLink>
      {isOwn && mayPost && (
        <ButtonLink variant="secondary" href={authorPaths.copyListing(kind, listing._id)}>
          <Icon name="copy" className="size-4" />
          {/* A sentence of its own: the reason of a report is a noun. */}
          {t('{kind, select, other {Duplicate}}', { kind })}
        </ButtonLink>
      )}
      {'startDate' in listing && <CancelEvent event={listing} />}
    </NoticeBar>
  )
}

/** Returns what the viewer must know, and what they can do next. */
function messageOf(
  kind: Kind,
  { _id, status, hiding, contact_viewers, publishAt }: ServiceDetails | EventDetails,
  isOwn: boolean,
): { title: string; text?: ReactNode } {
  const reviewLink = (
    <TextLink href={paths.admin({ tab: `reported-${kind}s` })}>{t('Review the reports')}</TextLink>
  )
  const appeal = hiding && <Appeal {...hiding} />
  if (publishAt)
    return {
      title: t('Scheduled for {time} (local time)', { time: formatLocalTime(publishAt) }),
      text: (
        <>
          {t('Until then, only you and our moderators can see it. To cancel, delete the ad.')}
          <PublicationForm kind={kind} id={_id} publishAt={publishAt} />
        </>
      ),
    }
  switch (hiding?.by) {
    case 'moderator':
      return {
        title: hiding.reason
          ? t('Hidden by a moderator: {reason}', { reason: hiding.reason })
          : t('Hidden by a moderator'),
        text: isOwn ? appeal : onlyPoster(),
      }
    case 'reports':
      return {
        title: t('This ad was reported and is hidden from visitors until a moderator reviews it.'),
        text: isOwn ? appeal : reviewLink,
      }
    case 'suspension':
      return {
        title: t('This ad is hidden while its poster’s account is suspended.'),
        text: isOwn ? suspension() : onlyPoster(),
      }
    default:
      if (isOwn && contact_viewers)
        return { title: t('This is your ad.'), text: `${contactDetails.viewers(contact_viewers)}.` }
      if (isOwn) return { title: t('This is your ad.') }
      if (status === 'reported') return { title: t('This ad was reported.'), text: reviewLink }
      return { title: t('You’re an admin: you can edit this ad.') }
  }
}

/** What the author can do, and the decision with which they can appeal. */
function Appeal({ inReview, statement }: NonNullable<ServiceDetails['hiding']>) {
  return (
    <>
      <p>
        {inReview
          ? t('A moderator will review it. You don’t need to do anything. You can still edit the ad.')
          : t(
              'Only you and our moderators can see it. Edit the ad to fix this, and a moderator will review it.',
            )}
      </p>
      {statement && <TextLink href={statementPath(statement)}>{t('See the decision, or appeal')}</TextLink>}
    </>
  )
}

const onlyPoster = () => t('Only its poster and moderators can see it.')

const suspension = () => <TextLink href={paths.decisions()}>{t('See why, or appeal')}</TextLink>

/** Shown above a listing that is out of date, and to the author of a service that is due for renewal. */
export function FreshnessNotice({ listing }: Pick<EditorNoticeProps, 'listing'>) {
  const own = isAuthor(useCurrentUser(), listing)
  const mayRenew = useMayPost() && own && 'renewBy' in listing
  const message =
    mayRenew && 'renewBy' in listing
      ? renewalText(listing.freshness, listing.renewBy)
      : textForVisitors(listing)
  if (!message) return null
  return (
    <NoticeBar
      className="bg-sunken"
      icon={<Icon name="history" className="size-5 shrink-0 text-soft" />}
      {...message}
    >
      {mayRenew && <RenewForm id={listing._id} title={listing.title} />}
    </NoticeBar>
  )
}

function textForVisitors(listing: ServiceDetails | EventDetails) {
  const { freshness, category } = listing
  if (freshness === 'current' || 'startDate' in listing) return null
  const others = (
    <TextLink href={paths.listings('service', { category })}>
      {t('Other ads in {category}', { category: localName(category) })}
    </TextLink>
  )
  return freshness === 'stale'
    ? {
        title: t('This may not be offered anymore.'),
        text: (
          <>
            {t('Its poster hasn’t confirmed it for a while.')} {others}
          </>
        ),
      }
    : {
        title: t('This is probably not offered anymore.'),
        text: (
          <>
            {t('Its poster hasn’t confirmed it for a long time, so lists don’t show it.')} {others}
          </>
        ),
      }
}

type NoticeBarProps = {
  className: string
  icon: ReactNode
  title: string
  text?: ReactNode
  children: ReactNode
}

/** `children` are what the viewer can do. */
function NoticeBar({ className, icon, title, text, children }: NoticeBarProps) {
  return (
    <div
      className={`mb-5 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-md border border-line py-2 ps-4 pe-2 text-sm print:hidden ${className}`}
    >
      <div className="flex min-w-0 flex-1 basis-60 items-center gap-3">
        {icon}
        <div className="min-w-0 py-1">
          <p dir="auto" className={`free-text ${text ? 'font-semibold' : ''}`}>
            {title}
          </p>
          {text && <div className="mt-0.5">{text}</div>}
        </div>
      </div>
      {children}
    </div>
  )
}
