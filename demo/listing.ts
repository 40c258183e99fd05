/** One ad of the demo content (`listings.json`). Days are relative to the day it is loaded. */
interface DemoListingBase {
  title: string
  /** The original title, if it has changed: a listing's id is derived from it and must stay the same. */
  idTitle?: string
  /** Two or three short paragraphs, separated by empty lines. */
  description: string
  /** In US or Canadian dollars; 0 is free. */
  price: number
  /** What the price is for. */
  price_unit?: 'hour' | 'visit' | 'person' | 'from'
  /** Names exactly as in catalog/categories.json. */
  category: string
  subcategory: string
  /** Names as in GeoNames, with the state spelled out. */
  country: string
  state: string
  city: string
  /** The months, 1 to 12, in which it is loaded: nobody shovels snow in July. All months if omitted. */
  months?: number[]
  /** File names in demo/pictures. The first one is the cover. */
  images: string[]
  /** `authors.json` has the name. */
  author_email: string
  /** The next four may be empty. */
  business_email: string
  phone: string
  facebook: string
  instagram: string
  /** May be a fraction, which orders listings within a day. */
  postedDaysAgo: number
}

interface DemoService extends DemoListingBase {
  kind: 'service'
}

interface DemoEvent extends DemoListingBase {
  kind: 'event'
  /** Whole days from today; negative means past. */
  startsInDays: number
  endsInDays: number
  availability: 'available' | 'soldout'
  /**
   * The times, and the rule of a series, whose first date is the first day by the rule on or after `startsInDays`. The next fields
   * are as in the input of the call that posts an event.
   */
  schedule?: { startTime: string; endTime?: string; doorsTime?: string; rule?: string }
  venue?: { name: string; address?: string; note?: string }
  tickets?: {
    price_max?: number
    pay_what_you_can?: boolean
    capacity?: number
    types?: { name: string; price: number }[]
  }
  attendance_mode?: 'both'
  online_url?: string
}

export type DemoListing = DemoService | DemoEvent
