import { type PriceUnit, priceUnits } from '../../shared/price.ts'

/**
 * Parses a price as people write it, such as `$1,200`, `12,50 €` or `USD 35`. Returns null for blank text, so that an
 * empty field is not 0, and for ambiguous text such as `1.200`.
 */
export function parsePrice(text: string): number | null {
  const plain = text.replace(/[\p{Sc}\s'’]|\b[a-z]{3}\b/giu, '')
  const amount = normalizeSeparators(plain)
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(amount) || /\.\d{2,}0$/.test(amount)) return null
  return Number(amount)
}

/** Removes thousands separators, and uses a point as the decimal separator. */
function normalizeSeparators(amount: string): string {
  if (/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(amount)) return amount.replaceAll(',', '')
  if (/^-?\d{1,3}(\.\d{3})+,\d{1,2}$/.test(amount)) return amount.replaceAll('.', '').replace(',', '.')
  return amount.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2')
}

/** Formats a price for the input: `35`, `12.50`. */
export const formatPriceInput = (price: number): string =>
  Number.isInteger(price) ? String(price) : price.toFixed(2)

/** Parses the value of the select. Returns null for no unit. */
export const parsePriceUnit = (value: string): PriceUnit | null =>
  priceUnits.find((unit) => unit === value) ?? null
