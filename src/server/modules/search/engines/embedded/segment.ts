/** Segments: up to 65,536 listings with everything that searches need of them. Nothing is decoded: columns and postings are views of a buffer. */
import type { Choice, SearchDocument } from '../../engine.ts'
import { type Columns, type Sections, sectionsIn } from './segment-buffer.ts'
import {
  type Bitset,
  blocksPerBitset,
  type Field,
  maxSegmentSize,
  minBitsetSlots,
  type Posting,
  positionIn,
  postingUnits,
  slotCount,
  slotsBy,
  slotsOf,
} from './slots.ts'

/** Immutable: one with other deleted slots is another object with the same buffer. */
export type Segment = {
  id: number
  /** The number of slots. Listings are in them from newest to oldest, and those of the same second by id, the highest first. */
  size: number
  /** The number of slots that are not deleted. */
  listings: number
  columns: Columns
  deleted: Bitset | null
  /** Everything except `deleted`. */
  buffer: ArrayBuffer
  /** Returns the slots whose listings have a term; null for none. They include deleted ones. */
  postingOf: (term: string, field: Field) => Posting | null
  /** Returns how many slots have a term in either field, including deleted ones. */
  slotsWith: (term: string) => number
  idOf: (slot: number) => string
  /** Returns the slot of a listing, which may be deleted; -1 if it has none. */
  slotOf: (id: string) => number
  /** Returns each word as written, with the number of slots that have it: a fraction if it is estimated. */
  words: () => Iterable<[word: string, listings: number]>
  sections: Sections
}

/** Returns the segment of a buffer. */
export function openSegment(id: number, buffer: ArrayBuffer): Segment {
  const sections = sectionsIn(buffer)
  const { columns, titles, bodies } = sections
  const size = columns.flags.length
  // A query asks for both postings of a term, one after the other.
  let last = { term: '', at: findTerm(sections, '') }
  function find(term: string): number {
    if (last.term !== term) last = { term, at: findTerm(sections, term) }
    return last.at
  }

  return {
    id,
    size,
    listings: size,
    columns,
    deleted: null,
    buffer,
    postingOf(term, field) {
      const at = find(term)
      return at < 0 ? null : postingAt(sections, at, field)
    },
    slotsWith(term) {
      const at = find(term)
      return at < 0 ? 0 : (titles[at] ?? 0) + (bodies[at] ?? 0)
    },
    idOf: (slot) => formatId(sections.ids.subarray(4 * slot, 4 * slot + 4)),
    slotOf: (listing) => findSlot(sections, parseId(listing)),
    words: () => wordsIn(sections),
    sections,
  }
}

/** Returns the segment with these deleted slots, which must not change anymore. */
export const withDeleted = (segment: Segment, deleted: Bitset): Segment => ({
  ...segment,
  deleted,
  listings: segment.size - slotCount(deleted),
})

// ── Terms ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Returns the term of the listings that have a choice. No word has a colon, and no other term begins like this. */
export const choiceTerm = (choice: Choice): string => `choice:${choice}`

/** The name of how many kilometers authors travel, among those of numbers. */
export const reachName = 'reach'
/** Returns the name of the numbers of a field. */
export const numberName = (key: string): string => `number:${key}`
const numberTerm = (name: string, value: number): string => `${name}:${value}`

/** Returns the terms of what a listing has of fields. */
export function termsOfFields({ choices, numbers, reachKm }: SearchDocument): string[] {
  const finite = Object.entries(numbers).filter(([, value]) => Number.isFinite(value))
  return [
    ...choices.map(choiceTerm),
    ...finite.map(([key, value]) => numberTerm(numberName(key), value)),
    ...(reachKm === null ? [] : [numberTerm(reachName, reachKm)]),
  ]
}

const numbersBySections = new WeakMap<Sections, Map<string, Float64Array>>()
const noNumbers = new Float64Array(maxSegmentSize).fill(Number.NaN)

/** Returns the number of each slot; NaN for none. Reads the terms of a name once, and then takes 8 bytes per slot. */
export function numbersOf({ sections }: Segment, name: string): Float64Array {
  const known = numbersBySections.get(sections) ?? new Map<string, Float64Array>()
  numbersBySections.set(sections, known)
  const numbers = known.get(name) ?? readNumbers(sections, numberTerm(name, 0).slice(0, -1))
  known.set(name, numbers)
  return numbers
}

function readNumbers(sections: Sections, prefix: string): Float64Array {
  let numbers = noNumbers
  for (const [value, slots] of slotsByTerm(sections, prefix)) {
    if (numbers === noNumbers) numbers = new Float64Array(sections.columns.flags.length).fill(Number.NaN)
    for (const slot of slots) numbers[slot] = Number(value)
  }
  return numbers
}

const choiceNumbers = new Map<Choice, number>()

/** Returns the number of a choice in this process. */
export function numberOf(choice: Choice): number {
  const number = choiceNumbers.get(choice) ?? choiceNumbers.size
  choiceNumbers.set(choice, number)
  return number
}

/** The numbers of the choices of each slot: `values` from `starts[slot]` to `ends[slot] - 1`. */
export type ChoicesBySlot = { starts: Uint32Array; ends: Uint32Array; values: Uint16Array }

const choicesBySections = new WeakMap<Sections, ChoicesBySlot>()

/**
 * Returns the choices of each slot. Reads them once, and then takes 8 bytes per slot, and 2 per choice of it. The slots of a topic are next
 * to each other: most queries with choices are for a topic, and read memory in its order.
 */
export function choicesOf({ sections, size }: Segment): ChoicesBySlot {
  const existing = choicesBySections.get(sections)
  if (existing) return existing
  const having = [...slotsByTerm(sections, choiceTerm('' as Choice))]
  const counts = new Uint32Array(size)
  for (const [, slots] of having) for (const slot of slots) counts[slot] = (counts[slot] ?? 0) + 1
  const starts = new Uint32Array(size)
  let total = 0
  for (const slot of slotsBy(sections.columns.topic)) {
    starts[slot] = total
    total += counts[slot] ?? 0
  }
  const values = new Uint16Array(total)
  const ends = starts.slice()
  for (const [choice, slots] of having) {
    const number = numberOf(choice as Choice)
    for (const slot of slots) {
      values[ends[slot] ?? 0] = number
      ends[slot] = (ends[slot] ?? 0) + 1
    }
  }
  const found = { starts, ends, values }
  choicesBySections.set(sections, found)
  return found
}

/** Returns what follows a prefix in each term that begins with it, and the slots that have the term. */
function* slotsByTerm(sections: Sections, prefix: string): Iterable<[rest: string, slots: Uint16Array]> {
  const { texts, textStarts, titles } = sections
  for (let at = 0; at < titles.length; at++) {
    // Most terms differ in the first letter.
    if (texts[textStarts[at] ?? 0] !== prefix.charCodeAt(0)) continue
    const term = String.fromCharCode(...texts.subarray(textStarts[at], textStarts[at + 1]))
    const posting = term.startsWith(prefix) && postingAt(sections, at, 'titles')
    if (posting) yield [term.slice(prefix.length), slotsOf(posting)]
  }
}

/** Returns the FNV-1a hash of a term. */
export function hashOf(term: string): number {
  let hash = 0x811c_9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x0100_0193)
  return hash >>> 0
}

/** Returns the position of a term in the dictionary; -1 if it is not there. */
function findTerm({ hashes, texts, textStarts }: Sections, term: string): number {
  const hash = hashOf(term)
  for (let at = positionIn(hashes, hash); hashes[at] === hash; at++) {
    const start = textStarts[at] ?? 0
    if ((textStarts[at + 1] ?? 0) - start !== term.length) continue
    let unit = 0
    while (unit < term.length && texts[start + unit] === term.charCodeAt(unit)) unit++
    if (unit === term.length) return at
  }
  return -1
}

/** Returns a posting of the term at a position of the dictionary; null if no slot has it. */
export function postingAt(sections: Sections, at: number, field: Field): Posting | null {
  const count = sections[field][at] ?? 0
  if (count === 0) return null
  const start = sections.postingStarts[at] ?? 0
  const unit = field === 'titles' ? start : startOfBodies(start, sections.titles[at] ?? 0, count)
  const { buffer, byteOffset } = sections.postings
  return count < minBitsetSlots
    ? new Uint16Array(buffer, byteOffset + 2 * unit, count)
    : new Int32Array(buffer, byteOffset + 2 * unit, blocksPerBitset)
}

/** Returns where the second posting of a term begins: at an even number if it is a bitset. */
export function startOfBodies(start: number, titles: number, bodies: number): number {
  const end = start + postingUnits(titles)
  return bodies < minBitsetSlots ? end : end + (end & 1)
}

// ── Ids ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Returns the four words of a UUID, the highest first. */
export function parseId(id: string): Uint32Array {
  const hex = id.replaceAll('-', '')
  const words = new Uint32Array(4)
  for (let word = 0; word < 4; word++) words[word] = Number.parseInt(hex.slice(8 * word, 8 * word + 8), 16)
  return words
}

function formatId(words: Uint32Array): string {
  let hex = ''
  for (const word of words) hex += word.toString(16).padStart(8, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function findSlot({ ids, byId }: Sections, [a, b, c, last = 0]: Uint32Array): number {
  const lastOf = (at: number) => ids[4 * (byId[at] ?? 0) + 3]
  let low = 0
  let high = byId.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((lastOf(middle) ?? 0) < last) low = middle + 1
    else high = middle
  }
  for (let at = low; at < byId.length && lastOf(at) === last; at++) {
    const slot = byId[at] ?? 0
    if (ids[4 * slot] === a && ids[4 * slot + 1] === b && ids[4 * slot + 2] === c) return slot
  }
  return -1
}

// ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function* wordsIn({ words, wordCounts }: Sections): Generator<[string, number]> {
  if (words.length === 0) return
  for (const [at, word] of new TextDecoder().decode(words).split('\n').entries())
    yield [word, wordCounts[at] ?? 0]
}

// ── The index ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The index as a query sees it at one instant. */
export type EmbeddedIndex = ReturnType<typeof createEmbeddedIndex>

export const createEmbeddedIndex = (segments: readonly Segment[]) => ({
  segments,
  /** The number of listings. */
  listings: segments.reduce((sum, { listings }) => sum + listings, 0),
  /** Returns about how many listings have a term: those that were deleted a short time ago count, too. */
  listingsWith: (term: string) => segments.reduce((sum, { slotsWith }) => sum + slotsWith(term), 0),
})

/** Returns the segments, the one with the newest listing first. */
export function newestFirst({ segments }: EmbeddedIndex): Segment[] {
  const newest = ({ columns }: Segment) => columns.posted[0] ?? 0
  return segments.toSorted((a, b) => newest(b) - newest(a))
}
