/** One ad of the demo content (`listings.json`). Days count from the day it is loaded. */
interface DemoListingBase {
  title: string
  /** Two or three short paragraphs, an empty line between them. */
  description: string
  /** In US or Canadian dollars; 0 is free. */
  price: number
  /** Names exactly as in catalog/categories.json. */
  category: string
  subcategory: string
  /** Names as GeoNames has them; the state is written in full. */
  country: string
  state: string
  city: string
  /** File names in demo/pictures, the first one is the card's. */
  images: string[]
  author_email: string
  /** These four may be empty. */
  business_email: string
  phone: string
  facebook: string
  instagram: string
  /** May be a fraction, so that lists have an order within a day. */
  postedDaysAgo: number
}

interface DemoService extends DemoListingBase {
  kind: 'service'
}

interface DemoEvent extends DemoListingBase {
  kind: 'event'
  /** Whole days from today; negative is past. */
  startsInDays: number
  endsInDays: number
  availability: 'available' | 'soldout'
}

export type DemoListing = DemoService | DemoEvent
