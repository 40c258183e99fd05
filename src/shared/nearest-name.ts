import { editDistance } from './edit-distance.ts'

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
