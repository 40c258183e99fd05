/** `GET /flyers/{audience}.pdf`: the two flyers of the site, one for sellers and one for people looking for something. */
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readerLanguage } from '../../../shared/language.ts'
import type { CurrentSettings, SiteSettings } from '../../../shared/settings/table.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'
import { varyByLanguage } from '../../platform/language/request-language.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { toDisplayAddress, toDisplayText, wordsOf } from './display-text.ts'
import type { Draw } from './drawings.ts'
import { drawnLookOf, lookKeyOf } from './drawn-look.ts'

export const audiences = ['sellers', 'neighbors'] as const
type Audience = (typeof audiences)[number]

type FlyerText = {
  headline: Message[]
  subline: Message
  points: { title: Message; text: Message }[]
  /** Next to the QR code. */
  call: Message
  /** On the tear-off strips. */
  strip: Message
  pictures: string[]
}

const texts: Record<Audience, FlyerText> = {
  sellers: {
    headline: [msg('Good at something?'), msg('Your neighbors are looking.')],
    subline: msg('Pin your service or event to the board. It’s free.'),
    points: [
      {
        title: msg('Up in a few minutes'),
        text: msg('Say what you do, where, and for how much. Add photos if you have some.'),
      },
      {
        title: msg('Found by people nearby'),
        text: msg('They browse by category or place, or search. No one can pay for a better spot.'),
      },
      {
        title: msg('They contact you directly'),
        text: msg('By phone or email, with no middleman. What you earn is yours.'),
      },
    ],
    call: msg('Scan to post your ad'),
    strip: msg('Post your ad'),
    pictures: ['bread-1', 'guitar-1', 'dog-walk-1'],
  },
  neighbors: {
    headline: [msg('Find help nearby,'), msg('and events around the corner.')],
    subline: msg('A bulletin board for your neighborhood. Free to browse, free to use.'),
    points: [
      {
        title: msg('Someone near you does that'),
        text: msg('Lessons, repairs, haircuts, cakes, a hand with the moving boxes.'),
      },
      {
        title: msg('Something’s on this week'),
        text: msg('Markets, concerts, classes, and walks, with the date, place, and price.'),
      },
      {
        title: msg('Talk to the person who does it'),
        text: msg('Call or write to them directly. You don’t need an account to look around.'),
      },
    ],
    call: msg('Scan to look around'),
    strip: msg('Help and events nearby'),
    pictures: ['mowing-1', 'market-1', 'piano-1'],
  },
}

/** What flyers say instead if the site has one kind of ads. */
const ofOneKind: Record<'services' | 'events', Record<Audience, Partial<FlyerText>>> = {
  services: {
    sellers: { subline: msg('Pin your service to the board. It’s free.') },
    neighbors: {
      headline: [msg('Find help nearby,'), msg('from people around the corner.')],
      points: texts.neighbors.points.filter((_, at) => at !== 1),
      strip: msg('Help nearby'),
      pictures: ['mowing-1', 'bike-repair-1', 'piano-1'],
    },
  },
  events: {
    sellers: {
      headline: [msg('Something coming up?'), msg('Your neighbors would like to know.')],
      subline: msg('Pin your event to the board. It’s free.'),
      points: [
        {
          title: msg('Up in a few minutes'),
          text: msg('Say what it is, when, and where. Add photos if you have some.'),
        },
        ...texts.sellers.points.slice(1, 2),
        { title: msg('They contact you directly'), text: msg('By phone or email, with no middleman.') },
      ],
      call: msg('Scan to post your event'),
      strip: msg('Post your event'),
      pictures: ['street-fair-1', 'salsa-1', 'lantern-walk-1'],
    },
    neighbors: {
      headline: [msg('See what’s on'), msg('around the corner.')],
      points: texts.neighbors.points.slice(1, 2).concat({
        title: msg('Ask the people who host it'),
        text: msg('Call or write to them directly. You don’t need an account to look around.'),
      }),
      strip: msg('Events nearby'),
      pictures: ['craft-market-1', 'market-1', 'hike-1'],
    },
  },
}

const textOf = ({ kinds }: SiteSettings, audience: Audience): FlyerText =>
  kinds === 'both' ? texts[audience] : { ...texts[audience], ...ofOneKind[kinds][audience] }

/** Those of three languages. */
const maxCached = 3 * audiences.length

type Options = { draw: Draw; settings: CurrentSettings; slug: string; publicUrl: string; store: ImageStore }
type Site = { settings: SiteSettings; publicUrl: string; store: ImageStore }

export function mountSiteFlyers(app: FastifyInstance, { draw, settings, slug, publicUrl, store }: Options) {
  // The keys are the audience, the language, and what the flyer says of the settings.
  const flyers = new LRUCache<string, Buffer, Audience>({
    max: maxCached,
    fetchMethod: (_key, _stale, { context }) =>
      drawSiteFlyer(draw, { settings: settings(), publicUrl, store }, context),
  })
  for (const audience of audiences) {
    app.get(`/flyers/${audience}.pdf`, { compress: false }, async (request, reply) => {
      const site = settings()
      const key = [
        audience,
        readerLanguage(),
        site.name,
        site.tagline,
        site.kinds,
        lookKeyOf(site, 'flyer'),
      ].join(' ')
      const flyer = await flyers.forceFetch(key, { context: audience })
      varyByLanguage(request, reply)
      return reply
        .headers({
          'cache-control': 'public, max-age=3600',
          'content-disposition': `inline; filename="${slug}-flyer-for-${audience}.pdf"`,
        })
        .type('application/pdf')
        .send(flyer)
    })
  }
}

/** Returns a one-page PDF. */
export async function drawSiteFlyer(
  draw: Draw,
  { settings, publicUrl, store }: Site,
  audience: Audience,
): Promise<Buffer> {
  const { pictures, headline, subline, points, call, strip } = textOf(settings, audience)
  const lines = headline.map((line) => t(line))
  const facts = {
    ...wordsOf(publicUrl),
    headline: toDisplayText(lines.join('\n')),
    subline: toDisplayText(t(subline)),
    points: points.map(({ title, text }) => ({
      title: toDisplayText(t(title)),
      text: toDisplayText(t(text)),
    })),
    call: toDisplayText(t(call)),
    title: `${lines.join(' ')} ${settings.name}`,
    site: settings.name,
    link: publicUrl,
    address: toDisplayAddress(publicUrl),
    product: toDisplayText(settings.name),
    tagline: settings.tagline,
    strip: toDisplayText(t(strip)),
    pictures: pictures.map((name) => `/demo/pictures/${name}.svg`),
  }
  const look = await drawnLookOf(settings, 'flyer', store)
  return draw({ template: 'site-flyer', format: 'pdf', facts, photo: null, look })
}
