/** The longest word that can be compared. */
const maxLength = 64
const rows = [new Uint8Array(maxLength + 2), new Uint8Array(maxLength + 2), new Uint8Array(maxLength + 2)]

/**
 * Returns the Damerau-Levenshtein distance of two words (optimal string alignment): the number of insertions, deletions,
 * substitutions, and transpositions of neighbors. Returns null if it is more than `max`.
 */
export function editDistance(one: string, other: string, max: number): number | null {
  if (Math.abs(one.length - other.length) > max || one.length > maxLength || other.length > maxLength)
    return null
  let [beforePrevious, previous, current] = rows as [Uint8Array, Uint8Array, Uint8Array]
  const far = max + 2
  for (let column = 0; column <= Math.min(other.length, far); column++) previous[column] = column
  for (let row = 1; row <= one.length; row++) {
    const letter = one.charCodeAt(row - 1)
    // Cells farther than `max` from the diagonal are farther than `max` edits away.
    const first = Math.max(1, row - max)
    const last = Math.min(other.length, row + max)
    current[first - 1] = first === 1 ? row : far
    let least = far
    for (let column = first; column <= last; column++) {
      const otherLetter = other.charCodeAt(column - 1)
      let cost = (previous[column - 1] as number) + (letter === otherLetter ? 0 : 1)
      const deleted = (previous[column] as number) + 1
      if (deleted < cost) cost = deleted
      const inserted = (current[column - 1] as number) + 1
      if (inserted < cost) cost = inserted
      if (
        row > 1 &&
        column > 1 &&
        letter === other.charCodeAt(column - 2) &&
        otherLetter === one.charCodeAt(row - 2)
      ) {
        const transposed = (beforePrevious[column - 2] as number) + 1
        if (transposed < cost) cost = transposed
      }
      current[column] = cost
      if (cost < least) least = cost
    }
    current[last + 1] = far
    // A transposition can still reach back one row, so stop one edit later.
    if (least > max + 1) return null
    ;[beforePrevious, previous, current] = [previous, current, beforePrevious]
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
