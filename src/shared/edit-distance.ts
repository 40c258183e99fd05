/**
 * Returns the Damerau-Levenshtein distance of two words (optimal string alignment): the number of insertions, deletions,
 * substitutions, and transpositions of neighbors. Returns null if it is more than `max`.
 */
export function editDistance(one: string, other: string, max: number): number | null {
  if (Math.abs(one.length - other.length) > max) return null
  let beforePrevious: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isEqual = one[row - 1] === other[column - 1]
      const isTransposed =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (previous[column - 1] as number) + (isEqual ? 0 : 1),
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        isTransposed ? (beforePrevious[column - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    // A transposition can still reach back one row, so stop one edit later.
    if (Math.min(...current) > max + 1) return null
    beforePrevious = previous
    previous = current
  }
  const distance = previous[other.length] as number
  return distance <= max ? distance : null
}

/** Returns the name that differs from the text by the fewest typos, at most `maxEdits`. Ignores case. */
export function nearestName(text: string, names: Iterable<string>, maxEdits: number): string | null {
  let nearest: string | null = null
  let allowed = maxEdits
  for (const name of names) {
    const distance = editDistance(text.toLowerCase(), name.toLowerCase(), allowed)
    if (distance === null) continue
    nearest = name
    allowed = distance - 1
    if (allowed < 0) break
  }
  return nearest
}
