/** `GET /flyers/{audience}.pdf`: the two flyers of the site, one for sellers and one for people looking for something. */
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CurrentSettings, SiteSettings } from '../../../shared/settings/table.ts'
import type { ImageStore } from '../../platform/storage/image-store.ts'
import { toDisplayAddress, toDisplayText } from './display-text.ts'
import type { Draw } from './drawings.ts'
import { drawnLookOf, lookKeyOf } from './drawn-look.ts'

export const audiences = ['sellers', 'neighbors'] as const
type Audience = (typeof audiences)[number]

type FlyerText = {
  headline: string[]
  subline: string
  points: { title: string; text: string }[]
  /** Next to the QR code. */
  call: string
  /** On the tear-off strips. */
  strip: string
  pictures: string[]
}

const texts: Record<Audience, FlyerText> = {
  sellers: {
    headline: ['Good at something?', 'Your neighbors are looking.'],
    subline: 'Pin your service or event to the board. It’s free.',
    points: [
      {
        title: 'Up in a few minutes',
        text: 'Say what you do, where, and for how much. Add photos if you have some.',
      },
      {
        title: 'Found by people nearby',
        text: 'They browse by category or place, or search. No one can pay for a better spot.',
      },
      {
        title: 'They contact you directly',
        text: 'By phone or email, with no middleman. What you earn is yours.',
      },
    ],
    call: 'Scan to post your ad',
    strip: 'Post your ad',
    pictures: ['bread-1', 'guitar-1', 'dog-walk-1'],
  },
  neighbors: {
    headline: ['Find help nearby,', 'and events around the corner.'],
    subline: 'A bulletin board for your neighborhood. Free to browse, free to use.',
    points: [
      {
        title: 'Someone near you does that',
        text: 'Lessons, repairs, haircuts, cakes, a hand with the moving boxes.',
      },
      {
        title: 'Something’s on this week',
        text: 'Markets, concerts, classes, and walks, with the date, place, and price.',
      },
      {
        title: 'Talk to the person who does it',
        text: 'Call or write to them directly. You don’t need an account to look around.',
      },
    ],
    call: 'Scan to look around',
    strip: 'Help and events nearby',
    pictures: ['mowing-1', 'market-1', 'piano-1'],
  },
}

/** What flyers say instead if the site has one kind of ads. */
const ofOneKind: Record<'services' | 'events', Record<Audience, Partial<FlyerText>>> = {
  services: {
    sellers: { subline: 'Pin your service to the board. It’s free.' },
    neighbors: {
      headline: ['Find help nearby,', 'from people around the corner.'],
      points: texts.neighbors.points.filter((_, at) => at !== 1),
      strip: 'Help nearby',
      pictures: ['mowing-1', 'bike-repair-1', 'piano-1'],
    },
  },
  events: {
    sellers: {
      headline: ['Something coming up?', 'Your neighbors would like to know.'],
      subline: 'Pin your event to the board. It’s free.',
      points: [
        {
          title: 'Up in a few minutes',
          text: 'Say what it is, when, and where. Add photos if you have some.',
        },
        ...texts.sellers.points.slice(1, 2),
        { title: 'They contact you directly', text: 'By phone or email, with no middleman.' },
      ],
      call: 'Scan to post your event',
      strip: 'Post your event',
      pictures: ['street-fair-1', 'salsa-1', 'lantern-walk-1'],
    },
    neighbors: {
      headline: ['See what’s on', 'around the corner.'],
      points: texts.neighbors.points.slice(1, 2).concat({
        title: 'Ask the people who host it',
        text: 'Call or write to them directly. You don’t need an account to look around.',
      }),
      strip: 'Events nearby',
      pictures: ['craft-market-1', 'market-1', 'hike-1'],
    },
  },
}

const textOf = ({ kinds }: SiteSettings, audience: Audience): FlyerText =>
  kinds === 'both' ? texts[audience] : { ...texts[audience], ...ofOneKind[kinds][audience] }

type Options = { draw: Draw; settings: CurrentSettings; slug: string; publicUrl: string; store: ImageStore }
type Site = { settings: SiteSettings; publicUrl: string; store: ImageStore }

export function mountSiteFlyers(app: FastifyInstance, { draw, settings, slug, publicUrl, store }: Options) {
  // The keys are the audience and what the flyer says of the settings.
  const flyers = new LRUCache<string, Buffer, Audience>({
    max: audiences.length,
    fetchMethod: (_key, _stale, { context }) =>
      drawSiteFlyer(draw, { settings: settings(), publicUrl, store }, context),
  })
  for (const audience of audiences) {
    app.get(`/flyers/${audience}.pdf`, { compress: false }, async (_request, reply) => {
      const site = settings()
      const key = [audience, site.name, site.tagline, site.kinds, lookKeyOf(site, 'flyer')].join(' ')
      const flyer = await flyers.forceFetch(key, { context: audience })
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
  const { pictures, strip, ...text } = textOf(settings, audience)
  const facts = {
    ...text,
    title: `${text.headline.join(' ')} ${settings.name}`,
    site: settings.name,
    link: publicUrl,
    address: toDisplayAddress(publicUrl),
    product: toDisplayText(settings.name),
    tagline: settings.tagline,
    strip: toDisplayText(strip),
    pictures: pictures.map((name) => `/demo/pictures/${name}.svg`),
  }
  const look = await drawnLookOf(settings, 'flyer', store)
  return draw({ template: 'site-flyer', format: 'pdf', facts, photo: null, look })
}
