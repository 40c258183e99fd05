/** The symbols of currencies, which forms and filters show. Apart from prices, because most pages show none. */
import { amountFormat } from './site-format.ts'

/** Returns the symbol of a currency, such as `$`, and whether it follows the number. */
export function symbolOf(currency: string): { text: string; follows: boolean } {
  const parts = amountFormat(currency).formatToParts(0)
  const at = parts.findIndex(({ type }) => type === 'currency')
  return { text: parts[at]?.value ?? currency, follows: at > 0 }
}

/** Returns the symbol of prices in this currency, such as `$`. */
export const currencySymbol = (currency: string): string => symbolOf(currency).text
