/** Finds items by how any word of their name begins, such as "guit" or "les" for "Guitar Lessons". */
import { foldName } from '../../../shared/text-normalization.ts'
import { lowerBound } from '../../platform/sorted-words.ts'

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
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  const texts = entries.map(({ text }) => text)

  return {
    find(text) {
      const found = new Set<Item>()
      for (let at = lowerBound(texts, text); texts[at]?.startsWith(text); at++) {
        const entry = entries[at]
        if (entry) found.add(entry.item)
      }
      return [...found]
    },
  }
}

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
