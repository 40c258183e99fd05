/** The emails about ads that someone saved or asked about. Titles are strangers' text and never treated as markup. */
import { formatCount, formatDay, formatEventDays, formatPlace } from '../../../shared/format.ts'
import type { EventFacts } from '../../platform/database/schema.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import { type SiteInfo, toOneLine } from './email-templates.ts'

export type ChangedEvent = {
  title: string
  /** The page of the event. */
  link: string
  /** What people knew before. */
  before: EventFacts
  after: EventFacts
}

const daysOf = ({ startDate, endDate }: EventFacts) => formatEventDays(startDate, endDate)

export const eventChanged = (
  { name: site }: SiteInfo,
  { title, link, before, after }: ChangedEvent,
): EmailContent => {
  const { headline, lines } = describeChange(before, after)
  const isPublic = after.public
  return {
    subject: `${headline}: ${toOneLine(title, 80)} | ${site}`,
    paragraphs: [`${headline}: “${toOneLine(title, 120)}”`, ...lines],
    ...(isPublic && { action: { label: 'See the event', link } }),
    notes: [
      `You get this because you saved this event on ${site}, said you’re interested or going, or wrote to the person who posted it.`,
      ...(isPublic && !after.canceled
        ? ['If it’s in your calendar, add it again from its page to update it.']
        : []),
    ],
  }
}

function describeChange(before: EventFacts, after: EventFacts): { headline: string; lines: string[] } {
  const when = `It’s on ${daysOf(after)} in ${formatPlace(after)}.`
  if (!after.public)
    return {
      headline: 'No longer listed',
      lines: ['This event was taken down. Before you go, check with the person who posted it.'],
    }
  if (after.canceled && !before.canceled)
    return { headline: 'Canceled', lines: [`It was planned for ${daysOf(before)}.`] }
  if (before.canceled && !after.canceled) return { headline: 'Back on', lines: [when] }
  if (!before.public) return { headline: 'Listed again', lines: [when] }
  return { headline: 'Changed', lines: changedLines(before, after) }
}

function changedLines(before: EventFacts, after: EventFacts): string[] {
  const days = [daysOf(before), daysOf(after)]
  const places = [formatPlace(before), formatPlace(after)]
  return [
    ...(days[0] === days[1] ? [] : [`New date: ${days[1]}\nBefore: ${days[0]}`]),
    ...(places[0] === places[1] ? [] : [`New place: ${places[1]}\nBefore: ${places[0]}`]),
    ...(before.soldOut === after.soldOut
      ? []
      : [after.soldOut ? 'It’s sold out.' : 'Tickets are available again.']),
  ]
}

/** Something new about a saved ad. */
export type SavedAdNews = {
  title: string
  /** Prices as text; null if the price did not drop. */
  drop: { from: string; to: string } | null
  /** The last day of an event that ends soon, or null. */
  endsOn: string | null
}

/** `more` is the number of further ads with news. */
export const savedAdsNews = (
  { name: site }: SiteInfo,
  { news, more, link }: { news: SavedAdNews[]; more: number; link: string },
): EmailContent => ({
  subject: `News about ${news.length + more === 1 ? 'an ad' : 'ads'} you saved on ${site}`,
  paragraphs: [
    ...news.map(({ title, drop, endsOn }) =>
      [
        `“${toOneLine(title, 120)}”`,
        ...(drop ? [`Price drop: now ${drop.to}, was ${drop.from}`] : []),
        ...(endsOn ? [`Ends ${formatDay(endsOn)}`] : []),
      ].join('\n'),
    ),
    ...(more > 0
      ? [`There’s also news about ${formatCount(more, 'other saved ad', 'other saved ads')}.`]
      : []),
  ],
  action: { label: 'See your saved ads', link },
  notes: [`You get this because you asked ${site} for news about ads you saved. At most one email a day.`],
})
