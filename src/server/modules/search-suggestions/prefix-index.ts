/** Finds items by how any word of their name begins, such as "guit" or "les" for "Guitar Lessons". */
import { foldName } from '../../../shared/text-normalization.ts'

export type PrefixIndex<Item> = {
  /** Returns the items whose name matches, each once, in no particular order. `text` is normalized. */
  find: (text: string) => Item[]
}

type Named = {
  /** As people write it. */
  name: string
  /** What may follow the name, such as the state of a city. It does not match alone. */
  context?: string
}

export function createPrefixIndex<Item extends Named>(items: Item[]): PrefixIndex<Item> {
  const entries = items
    .flatMap((item) => textsOf(item).map((text) => ({ text, item })))
    .sort((a, b) => compare(a.text, b.text))

  return {
    find(text) {
      const found = new Set<Item>()
      for (let index = firstFrom(text); entries[index]?.text.startsWith(text); index += 1) {
        const entry = entries[index]
        if (entry) found.add(entry.item)
      }
      return [...found]
    },
  }

  /** Returns the index of the first entry that does not come before `text`. */
  function firstFrom(text: string): number {
    let low = 0
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(entries[middle]?.text ?? '', text) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** By code units, as `startsWith` compares. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Words that people write in two ways. */
const spellings: Record<string, string> = { st: 'saint', ft: 'fort', mt: 'mount' }

function textsOf({ name, context = '' }: Named): string[] {
  const endings = new Set(endingsOf(name))
  const after = context === '' ? '' : ` ${normalizePrefix(context)}`
  return [...endings].map((ending) => ending + after)
}

/** Returns the name from each of its words to the end, in both spellings of words such as "St.". */
function endingsOf(name: string): string[] {
  const words = normalizePrefix(name).split(' ')
  const long = words.map((word) => spellings[word] ?? word)
  const short = words.map((word) => Object.keys(spellings).find((key) => spellings[key] === word) ?? word)
  return [words, long, short].flatMap((variant) => variant.map((_, start) => variant.slice(start).join(' ')))
}

/** Returns the text in lowercase without accents, apostrophes, and other punctuation. */
export const normalizePrefix = (text: string): string =>
  foldName(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
