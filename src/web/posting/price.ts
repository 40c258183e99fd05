/**
 * The amount that somebody means: `$1,200`, `12,50 €` and `USD 35` are prices as people write them. Null when there is
 * none, so that an empty box is not 0, and when it could mean two amounts, such as `1.200`.
 */
export function readPrice(text: string): number | null {
  const plain = text.replace(/[\p{Sc}\s'’]|\b[a-z]{3}\b/giu, '')
  const amount = withPoint(plain)
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(amount) || /\.\d{2,}0$/.test(amount)) return null
  return Number(amount)
}

/** Without signs between thousands, and with a point before the decimals. */
function withPoint(amount: string): string {
  if (/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(amount)) return amount.replaceAll(',', '')
  if (/^-?\d{1,3}(\.\d{3})+,\d{1,2}$/.test(amount)) return amount.replaceAll('.', '').replace(',', '.')
  return amount.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2')
}

/** As it stands in the box: `35`, `12.50`. */
export const writePrice = (price: number): string =>
  Number.isInteger(price) ? String(price) : price.toFixed(2)
