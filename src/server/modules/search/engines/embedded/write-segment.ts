/** Writes the buffer of a segment: terms one after the other, in the order of the dictionary. */
import { startOfBodies } from './segment.ts'
import { type Columns, createSegmentBuffer, type SegmentCounts } from './segment-buffer.ts'
import { addSlot, blocksPerBitset, minBitsetSlots, postingUnits, slotsBy } from './slots.ts'

/** A term of the dictionary. Its slots are in ascending order. */
type SegmentTerm = {
  hash: number
  text: string
  titles: ArrayLike<number>
  bodies: ArrayLike<number>
}

/** The most that will be written. */
type Capacity = Pick<SegmentCounts, 'size' | 'terms' | 'textUnits' | 'postingUnits'>

/** Returns a writer. Its columns and ids are for the caller to fill. */
export function createSegmentWriter({ size, ...capacity }: Capacity) {
  const { columns, ids } = createSegmentBuffer({ ...empty, size }).sections
  const hashes = new Uint32Array(capacity.terms)
  const textStarts = new Uint32Array(capacity.terms + 1)
  const postingStarts = new Uint32Array(capacity.terms)
  const titles = new Uint32Array(capacity.terms)
  const bodies = new Uint32Array(capacity.terms)
  const texts = new Uint16Array(capacity.textUnits)
  const postings = new Uint16Array(capacity.postingUnits)
  let terms = 0
  let textUnits = 0
  let units = 0

  function addPosting(start: number, slots: ArrayLike<number>) {
    if (slots.length < minBitsetSlots) postings.set(slots, start)
    else {
      const bitset = new Int32Array(postings.buffer, 2 * start, blocksPerBitset)
      for (let at = 0; at < slots.length; at++) addSlot(bitset, slots[at] ?? 0)
    }
    units = start + postingUnits(slots.length)
  }

  return {
    columns,
    ids,
    /** Adds a term that is after the previous one in the order of the dictionary. Leaves out one that no slot has. */
    addTerm(term: SegmentTerm) {
      if (term.titles.length + term.bodies.length === 0) return
      hashes[terms] = term.hash
      for (let at = 0; at < term.text.length; at++) texts[textUnits++] = term.text.charCodeAt(at)
      const start = term.titles.length < minBitsetSlots ? units : units + (units & 1)
      postingStarts[terms] = start
      titles[terms] = term.titles.length
      bodies[terms] = term.bodies.length
      addPosting(start, term.titles)
      addPosting(startOfBodies(start, term.titles.length, term.bodies.length), term.bodies)
      textStarts[++terms] = textUnits
    },
    /** Returns the buffer with these words and the numbers of listings that have them. */
    *finish(counts: [word: string, listings: number][]): Generator<void, ArrayBuffer> {
      yield
      const words = new TextEncoder().encode(counts.map(([word]) => word).join('\n'))
      yield
      const { buffer, sections } = createSegmentBuffer({
        size,
        terms,
        textUnits,
        postingUnits: units,
        words: counts.length,
        wordBytes: words.length,
      })
      sections.words.set(words)
      for (const [at, [, listings]] of counts.entries()) sections.wordCounts[at] = listings
      yield
      for (const name of Object.keys(columns) as (keyof Columns)[]) sections.columns[name].set(columns[name])
      sections.ids.set(ids)
      sections.hashes.set(hashes.subarray(0, terms))
      sections.textStarts.set(textStarts.subarray(0, terms + 1))
      sections.postingStarts.set(postingStarts.subarray(0, terms))
      sections.titles.set(titles.subarray(0, terms))
      sections.bodies.set(bodies.subarray(0, terms))
      sections.texts.set(texts.subarray(0, textUnits))
      sections.postings.set(postings.subarray(0, units))
      yield
      sections.byId.set(slotsBy(lastWords(ids)))
      return buffer
    },
  }
}

function lastWords(ids: Uint32Array): Uint32Array {
  const words = new Uint32Array(ids.length / 4)
  for (let slot = 0; slot < words.length; slot++) words[slot] = ids[4 * slot + 3] ?? 0
  return words
}

const empty: SegmentCounts = { size: 0, terms: 0, textUnits: 0, postingUnits: 0, words: 0, wordBytes: 0 }
