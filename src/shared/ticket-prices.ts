/** What the kinds of tickets of an event say about it as a whole. */

/** Returns the lowest price of these tickets, and the highest one if it differs. Null without tickets. */
export function priceRangeOf(types: { price: number }[]): { price: number; price_max: number | null } | null {
  if (types.length === 0) return null
  const prices = types.map(({ price }) => price)
  const [price, highest] = [Math.min(...prices), Math.max(...prices)]
  return { price, price_max: highest > price ? highest : null }
}

/** Whether there are tickets, and none of them is left. */
export const areSoldOut = (types: { soldOut: boolean }[]): boolean =>
  types.length > 0 && types.every(({ soldOut }) => soldOut)
