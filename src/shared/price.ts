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

/** The two fields of a listing that make up its price. */
export type ListingPrice = { price: number; price_unit: PriceUnit | null }

/** The words before and after the amount are empty texts if there are none. */
export type PriceParts = { before: string; amount: string; after: string }

/** Returns the parts of `from $35` or `$35 per hour`. `otherwise` follows an amount without a `per …`. */
export function priceParts(
  { price, price_unit }: ListingPrice,
  currency: string,
  otherwise = '',
): PriceParts {
  if (price === 0) return { before: '', amount: 'Free', after: '' }
  const isFrom = price_unit === 'from'
  return {
    before: isFrom ? priceUnitLabels.from : '',
    amount: formatAmount(price, currency),
    after: price_unit === null || isFrom ? otherwise : priceUnitLabels[price_unit],
  }
}

/** Formats a price as `$35`, `$35 per hour`, `from $35`, or `Free`. */
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

/** Returns the symbol in front of prices in this currency, such as `$`. */
export function currencySymbol(currency: string): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
