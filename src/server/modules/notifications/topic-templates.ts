/** The emails that people can turn off, by their kinds. Titles and texts are strangers' and never treated as markup. */

import { type CaseSource, countCases } from '../../../shared/case-sources.ts'
import { shortCode } from '../../../shared/check-in-code.ts'
import type { EmailTopic } from '../../../shared/email-topics.ts'
import { formatEventTimes, formatTime, formatTimeZone } from '../../../shared/event-times.ts'
import { formatDay, formatTown } from '../../../shared/format.ts'
import type { Kind } from '../../../shared/listing.ts'
import { t } from '../../../shared/translate.ts'
import type { EmailContent, PageLink } from '../../platform/mail/layout.ts'
import { emailOf, memberOf, type SiteInfo, toOneLine } from './email-text.ts'
import { type ChangedEvent, eventChanged } from './event-change-template.ts'
import { type ServiceQuestion, serviceQuestion } from './service-question.ts'

type SearchAlert = {
  /** What the person calls the search. */
  name: string
  /** The newest of `total` ads. */
  listings: PageLink[]
  total: number
  /** All ads that match. */
  link: string
}
/** A date that someone goes to. */
type EventReminder = {
  title: string
  startDate: string
  endDate: string
  /** Such as `19:30`; null for all day. */
  startTime: string | null
  endTime: string | null
  doorsTime: string | null
  timeZone: string
  city: string | null
  state: string | null
  country: string
  /** Empty if it has no name. */
  venue: string
  /** The page of the event. */
  link: string
  /** The event as a calendar file. */
  calendar: string
}
type SavedAdNews = {
  title: string
  /** Prices as text; null if the price did not drop. */
  drop: { from: string; to: string } | null
  /** The last day of an event that ends soon, or null. */
  endsOn: string | null
}
type AdNumbers = { title: string; views: number; saves: number; messages: number }
/** What each email is about. */
type Facts = {
  'search-alert': SearchAlert
  'event-changed': ChangedEvent
  'event-reminder': EventReminder
  'event-place': EventReminder & { code: string; picture: string }
  /** `more` is the number of further ads with news. */
  'saved-ads-news': { news: SavedAdNews[]; more: number; link: string }
  /** `more` is the number of further ads that people looked at. */
  'ad-statistics': { ads: AdNumbers[]; more: number; views: number; link: string }
  /** `from` is the name of the person who recommends; null if they have not chosen one. */
  recommendation: { from: string | null; text: string; link: string }
  /** `oldest` is a span of time as text. */
  'queue-waiting': { cases: { source: CaseSource; count: number }[]; oldest: string; link: string }
  'service-question': ServiceQuestion
}
export type TopicEmail = keyof Facts
export type TopicFacts<K extends TopicEmail> = Facts[K]

export const topicOf: Record<TopicEmail, EmailTopic> = {
  'search-alert': 'saved-searches',
  'event-changed': 'event-changes',
  'event-reminder': 'event-reminders',
  'event-place': 'event-places',
  'saved-ads-news': 'saved-ads',
  'ad-statistics': 'ad-statistics',
  recommendation: 'recommendations',
  'queue-waiting': 'queue',
  'service-question': 'freshness',
}

/** What an email is about that a site without this kind of ads does not send. */
export const kindOf: Partial<Record<TopicEmail, Kind>> = {
  'event-changed': 'event',
  'event-reminder': 'event',
  'event-place': 'event',
  'service-question': 'service',
}

export const topicTemplates: { [K in TopicEmail]: (site: SiteInfo, facts: Facts[K]) => EmailContent } = {
  'search-alert': (site, { name, listings, total, link }) => {
    const [first] = listings
    const more = total - listings.length
    return emailOf(site, 'search-alert', {
      news:
        total === 1 && first
          ? t('New: {title}', { title: toOneLine(first.label, 100) })
          : t('{count, plural, one {# new ad} other {# new ads}} for “{search}”', {
              count: total,
              search: toOneLine(name, 100),
            }),
      count: t('{count, plural, one {There is # new ad} other {There are # new ads}}', { count: total }),
      search: toOneLine(name, 120),
      ads: listings.map((listing) => ({ ...listing, label: toOneLine(listing.label, 120) })),
      all_ads: more > 0 ? t('See {count} more', { count: more }) : t('See all ads'),
      link,
    })
  },
  'event-changed': eventChanged,
  'event-reminder': (site, event) => emailOf(site, 'event-reminder', dateValues(event)),
  'event-place': (site, { code, picture, ...event }) => ({
    ...emailOf(site, 'event-place', { ...dateValues(event), code: shortCode(code) }),
    image: { path: picture, alt: t('Your code at the door: {code}', { code: shortCode(code) }), size: 196 },
  }),
  'saved-ads-news': (site, { news, more, link }) =>
    emailOf(site, 'saved-ads-news', {
      ads: t('{count, plural, one {an ad} other {ads}}', { count: news.length + more }),
      news: news
        .map(({ title, drop, endsOn }) =>
          [
            `“${toOneLine(title, 120)}”`,
            drop && t('Price drop: now {to}, was {from}', { to: drop.to, from: drop.from }),
            endsOn && t('Ends {day}', { day: formatDay(endsOn) }),
          ]
            .filter(Boolean)
            .join('\n'),
        )
        .join('\n\n'),
      more:
        more > 0
          ? t('{count, plural, one {# other saved ad} other {# other saved ads}}', { count: more })
          : '',
      link,
    }),
  'ad-statistics': (site, { ads, more, views, link }) =>
    emailOf(site, 'ad-statistics', {
      views: countViews(views),
      ads: ads
        .map(({ title, views, saves, messages }) =>
          [
            `“${toOneLine(title, 120)}”`,
            [
              countViews(views),
              t('{count, plural, one {# save} other {# saves}}', { count: saves }),
              t('{count, plural, one {# message} other {# messages}}', { count: messages }),
            ].join(', '),
          ].join('\n'),
        )
        .join('\n\n'),
      more: more > 0 ? t('{count, plural, one {# other ad} other {# other ads}}', { count: more }) : '',
      link,
    }),
  recommendation: (site, { from, text, link }) => {
    const { name, short, fromName } = memberOf(from, site.name)
    const values = { sender: short, writer: name, recommendation: text, link }
    return emailOf(site, 'recommendation', values, { fromName })
  },
  'queue-waiting': (site, { cases, oldest, link }) => {
    const total = cases.reduce((sum, { count }) => sum + count, 0)
    return emailOf(site, 'queue-waiting', {
      count: countCases(total),
      cases: cases.map(({ source, count }) => countCases(count, source)).join('\n'),
      oldest,
      link,
    })
  },
  'service-question': serviceQuestion,
}

const countViews = (count: number) => t('{count, plural, one {# view} other {# views}}', { count })

function dateValues(event: EventReminder) {
  const { title, startTime, doorsTime, timeZone, venue, link, calendar } = event
  return {
    short_title: toOneLine(title, 80),
    title: toOneLine(title, 120),
    when_and_where: [
      formatEventTimes(event) + (startTime ? ` (${formatTimeZone(timeZone)})` : ''),
      doorsTime && t('Doors at {time}', { time: formatTime(doorsTime) }),
      toOneLine(venue, 120),
      formatTown(event),
    ]
      .filter(Boolean)
      .join('\n'),
    calendar_link: [{ label: t('Add it to your calendar'), detail: '', link: calendar }],
    link,
  }
}
