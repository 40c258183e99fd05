/** Prices: what an amount is for, and how a price is shown. Pure: the server and every browser produce the same text. */
import { formatAmount } from './site-format.ts'
import { type Message, msg, t } from './translate.ts'

/** The wire names of the units. `from` means that the price is the lowest one. */
export const priceUnits = ['hour', 'visit', 'person', 'from'] as const
export type PriceUnit = (typeof priceUnits)[number]

export const priceUnitLabels: Record<PriceUnit, Message> = {
  hour: msg('per hour'),
  visit: msg('per visit'),
  person: msg('per person'),
  from: msg('from'),
}

/** What the price of an event is for if its author chose no unit. */
export const perTicket = msg('per ticket')

/** The fields of a listing that make up its price. Only events have the last two. */
export type ListingPrice = {
  price: number
  price_unit: PriceUnit | null
  /** The highest price; null if there is one price. */
  price_max?: number | null
  pay_what_you_can?: boolean
}

/** The words before and after the amount are empty texts if there are none. */
type PriceParts = { before: string; amount: string; after: string }

/**
 * Returns the parts of `from $35`, `$35 per hour`, `$10 – $25`, or `Pay what you can`. `otherwise` follows an amount without a
 * `per …`.
 */
export function priceParts(listing: ListingPrice, currency: string, otherwise?: Message): PriceParts {
  const { price, price_unit, price_max = null, pay_what_you_can } = listing
  const amount = price === 0 ? t('Free') : formatAmount(price, currency)
  if (pay_what_you_can) {
    const after = price > 0 ? t('from {price}', { price: amount }) : ''
    return { before: '', amount: t('Pay what you can'), after }
  }
  const label = price_unit === null || price_unit === 'from' ? otherwise : priceUnitLabels[price_unit]
  const after = label ? t(label) : ''
  if (price_max !== null && price_max > price)
    return { before: '', amount: `${amount}\u00a0– ${formatAmount(price_max, currency)}`, after }
  if (price === 0) return { before: '', amount, after: '' }
  return { before: price_unit === 'from' ? t(priceUnitLabels.from) : '', amount, after }
}

/** Formats a price as `$35`, `$35 per hour`, `from $35`, `$10 – $25`, or `Free`. */
export function formatPrice(price: ListingPrice, currency: string, otherwise?: Message): string {
  const { before, amount, after } = priceParts(price, currency, otherwise)
  return [before, amount, after].filter(Boolean).join(' ')
}
