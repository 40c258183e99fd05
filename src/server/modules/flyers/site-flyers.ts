/** The two flyers of the site: one for those who have something to offer, one for those who look for it. */
import type { Product } from '../../../shared/product.ts'
import { type Said, said } from './display-text.ts'
import type { Draw } from './drawings.ts'

export const audiences = ['sellers', 'neighbours'] as const
export type Audience = (typeof audiences)[number]

type Words = {
  headline: string[]
  subline: string
  points: { title: string; text: string }[]
  /** Beside the code, and on the strips. */
  call: string
  strip: string
  pictures: string[]
}

const words: Record<Audience, Words> = {
  sellers: {
    headline: ['Good at something?', 'Your neighbours are looking.'],
    subline: 'Pin your service or event to the board. It costs nothing.',
    points: [
      {
        title: 'Up in a few minutes',
        text: 'Say what you do, where, and for how much. Add pictures if you have some.',
      },
      {
        title: 'Found by people nearby',
        text: 'They look by category, by place, or by searching. Nobody can pay to come first.',
      },
      {
        title: 'They come straight to you',
        text: 'By phone or email, with nobody in between. What you earn is yours.',
      },
    ],
    call: 'Scan to post your ad',
    strip: 'Post your ad',
    pictures: ['bread-1', 'guitar-1', 'dog-walk-1'],
  },
  neighbours: {
    headline: ['Find help nearby,', 'and events round the corner.'],
    subline: 'A noticeboard for your neighbourhood. Free to read, free to use.',
    points: [
      {
        title: 'Somebody near you does that',
        text: 'Lessons, repairs, haircuts, cakes, a hand with the moving boxes.',
      },
      {
        title: 'Something is on this week',
        text: 'Markets, concerts, classes and walks, with the day, the place and the price.',
      },
      {
        title: 'Talk to the person who does it',
        text: 'You ring or write to them directly. No account is needed to look around.',
      },
    ],
    call: 'Scan to look around',
    strip: 'Help and events nearby',
    pictures: ['mowing-1', 'market-1', 'piano-1'],
  },
}

/** The address as people type it. */
export const plainAddress = (address: string): Said =>
  said(address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, ''))

type Site = { product: Product; publicUrl: string }

/** A PDF of one sheet, made for this site. */
export function drawSiteFlyer(draw: Draw, { product, publicUrl }: Site, audience: Audience): Promise<Buffer> {
  const { pictures, strip, ...rest } = words[audience]
  const facts = {
    ...rest,
    title: `${rest.headline.join(' ')} ${product.name}`,
    site: product.name,
    link: publicUrl,
    address: plainAddress(publicUrl),
    product: said(product.name),
    tagline: product.tagline,
    strip: said(strip),
    pictures: pictures.map((name) => `/demo/pictures/${name}.svg`),
  }
  return draw({ template: 'flyer', as: 'pdf', facts, photo: null })
}
