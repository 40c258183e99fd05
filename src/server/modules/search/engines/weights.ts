/** How much a match is worth: the same for every engine. */

/** By the field in which a concept is found. */
export const fieldWeights = { title: 1, topic: 0.8, place: 0.6, text: 0.4 } as const

/** Scores are integers, in units of 1/4,096, so that sums and bounds of scores compare exactly. */
export const scoreUnit = 4_096

/** A concept that names a topic says what is wanted; other words mostly say how or when. It weighs this many times as much. */
const topicFactor = 2

/** Rarity changes in steps of 1.6 %, so that a query keeps its scores while single listings come and go. */
const raritySteps = 64

/**
 * Returns what each concept is worth: rare ones more. `matches` has the number of listings that match each. A concept that no listing
 * matches weighs as much as the most common other one. It tells nothing about what was meant, and with the weight of a rare word it would
 * leave no partial match.
 */
export function rarityOf(
  concepts: readonly { topics: readonly unknown[] }[],
  matches: readonly number[],
  listings: number,
): number[] {
  const mostCommon = Math.max(...matches)
  return concepts.map(({ topics }, at) => {
    const rarity = Math.log(1 + listings / (1 + (matches[at] || mostCommon)))
    return (topics.length > 0 ? topicFactor : 1) * (Math.round(raritySteps * rarity) / raritySteps)
  })
}
