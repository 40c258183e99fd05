/** Prices: what an amount is for, and how a price is shown. Pure: the server and every browser produce the same text. */

/** The wire names of the units. `from` means that the price is the lowest one. */
export const priceUnits = ['hour', 'visit', 'person', 'from'] as const
export type PriceUnit = (typeof priceUnits)[number]

export const priceUnitLabels: Record<PriceUnit, string> = {
  hour: 'per hour',
  visit: 'per visit',
  person: 'per person',
  from: 'from',
}

/** What the price of an event is for if its author chose no unit. */
export const perTicket = 'per ticket'

const payWhatYouCan = 'Pay what you can'

/** The fields of a listing that make up its price. Only events have the last two. */
export type ListingPrice = {
  price: number
  price_unit: PriceUnit | null
  /** The highest price; null if there is one price. */
  price_max?: number | null
  pay_what_you_can?: boolean
}

/** The words before and after the amount are empty texts if there are none. */
export type PriceParts = { before: string; amount: string; after: string }

/**
 * Returns the parts of `from $35`, `$35 per hour`, `$10 – $25`, or `Pay what you can`. `otherwise` follows an amount without a
 * `per …`.
 */
export function priceParts(listing: ListingPrice, currency: string, otherwise = ''): PriceParts {
  const { price, price_unit, price_max = null } = listing
  if (listing.pay_what_you_can)
    return {
      before: '',
      amount: payWhatYouCan,
      after: price > 0 ? `from ${formatAmount(price, currency)}` : '',
    }
  if (price_max !== null && price_max > price)
    return rangeParts(price, price_max, listing, currency, otherwise)
  if (price === 0) return { before: '', amount: 'Free', after: '' }
  const isFrom = price_unit === 'from'
  return {
    before: isFrom ? priceUnitLabels.from : '',
    amount: formatAmount(price, currency),
    after: price_unit === null || isFrom ? otherwise : priceUnitLabels[price_unit],
  }
}

function rangeParts(
  lowest: number,
  highest: number,
  { price_unit }: ListingPrice,
  currency: string,
  otherwise: string,
): PriceParts {
  const from = lowest === 0 ? 'Free' : formatAmount(lowest, currency)
  const unit = price_unit === null || price_unit === 'from' ? otherwise : priceUnitLabels[price_unit]
  return { before: '', amount: `${from}\u00a0– ${formatAmount(highest, currency)}`, after: unit }
}

/** Formats a price as `$35`, `$35 per hour`, `from $35`, `$10 – $25`, or `Free`. */
export function formatPrice(price: ListingPrice, currency: string, otherwise?: string): string {
  const { before, amount, after } = priceParts(price, currency, otherwise)
  return [before, amount, after].filter(Boolean).join(' ')
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Formats 35 as `$35` and 35.5 as `$35.50`. */
function formatAmount(amount: number, currency: string): string {
  let formatter = formatters.get(currency)
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    })
    formatters.set(currency, formatter)
  }
  return formatter.format(amount)
}

const symbols = new Map<string, string>()

/** Returns the symbol in front of prices in this currency, such as `$`. */
export function currencySymbol(currency: string): string {
  let symbol = symbols.get(currency)
  if (symbol === undefined) {
    const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0)
    symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency
    symbols.set(currency, symbol)
  }
  return symbol
}
