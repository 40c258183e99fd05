/** The orders that a list can be asked for. */
export const sorts = ['newest', 'price-asc', 'price-desc', 'soonest', 'relevance'] as const
export type Sort = (typeof sorts)[number]
