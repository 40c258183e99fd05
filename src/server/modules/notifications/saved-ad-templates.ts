/** The email about ads that someone saved. Titles are strangers' text and never treated as markup. */
import { formatCount, formatDay } from '../../../shared/format.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import type { SiteInfo } from './email-templates.ts'
import { toOneLine } from './email-text.ts'

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
