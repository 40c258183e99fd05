/** Builds a segment in memory from documents. */

import { runInSlices } from '../../../../platform/time-slices.ts'
import type { DocumentDates, SearchDocument } from '../../engine.ts'
import { indexedWordsOf, isVocabularyWord, termsOf } from '../../language/words.ts'
import { daysOfSeries, storedDay } from '../matching.ts'
import { termsOfDays } from './event-days.ts'
import { secondOf } from './query/segment-sets.ts'
import { hashOf, openSegment, parseId, type Segment, termsOfFields } from './segment.ts'
import { type Columns, columnFlags, noDay } from './segment-buffer.ts'
import { postingUnits } from './slots.ts'
import { createSegmentWriter } from './write-segment.ts'

/** A word as written, with what the segment has for it in English ads. */
type Word = { english: Term[] | null; listings: number; lastSlot: number }

/** Ascending slots, with the last ones, because reading the ends of the lists takes longer than everything else. */
type Term = { titles: number[]; bodies: number[]; lastTitle: number; lastBody: number }

/** Returns a segment with these documents, at most `maxSegmentSize`. Meanwhile, the process does other work. */
export const buildSegment = async (id: number, documents: readonly SearchDocument[]): Promise<Segment> =>
  openSegment(id, await runInSlices(build(inOrderOfSlots(documents))))

function* build(documents: readonly SearchDocument[]): Generator<void, ArrayBuffer> {
  const index = createTermIndex()
  for (const [slot, document] of documents.entries()) {
    index.add(slot, document)
    yield
  }
  return yield* write(documents, index)
}

function inOrderOfSlots(documents: readonly SearchDocument[]): SearchDocument[] {
  const ordered = documents.map((document) => ({ document, posted: secondOf(document.posted) }))
  ordered.sort((a, b) => b.posted - a.posted || (a.document.id < b.document.id ? 1 : -1))
  return ordered.map(({ document }) => document)
}

const noTerms: Term[] = []

type TermIndex = ReturnType<typeof createTermIndex>

function createTermIndex() {
  const terms = new Map<string, Term>()
  const words = new Map<string, Word>()
  /** By language and word. */
  const termsOfOthers = new Map<string, Term[]>()

  function slotsOf(term: string): Term {
    let slots = terms.get(term)
    if (!slots) {
      slots = { titles: [], bodies: [], lastTitle: -1, lastBody: -1 }
      terms.set(term, slots)
    }
    return slots
  }

  function termsIn(language: string, word: Word, text: string): Term[] {
    if (language === 'en') {
      word.english ??= termsOf(text).map(slotsOf)
      return word.english
    }
    const key = `${language} ${text}`
    const terms = termsOfOthers.get(key) ?? termsOf(text, language).map(slotsOf)
    termsOfOthers.set(key, terms)
    return terms
  }

  /** Returns the terms of a word that is new in this slot; none for one that the listing has already. */
  function termsAt(text: string, slot: number, language: string): Term[] {
    let word = words.get(text)
    if (!word) {
      word = { english: null, listings: 0, lastSlot: -1 }
      words.set(text, word)
    }
    if (word.lastSlot === slot) return noTerms
    word.lastSlot = slot
    word.listings++
    return termsIn(language, word, text)
  }

  function addToTitles(term: Term, slot: number) {
    if (term.lastTitle === slot) return
    term.lastTitle = slot
    term.titles.push(slot)
  }

  return {
    terms,
    words,
    add(slot: number, document: SearchDocument) {
      const { title, text, dates, language = 'en' } = document
      for (const term of termsOfFields(document)) addToTitles(slotsOf(term), slot)
      if (dates) for (const term of termsOfDays(daysOfSeries(dates))) addToTitles(slotsOf(term), slot)
      for (const written of indexedWordsOf(title, language))
        for (const term of termsAt(written, slot, language)) addToTitles(term, slot)
      for (const written of indexedWordsOf(text, language)) {
        for (const term of termsAt(written, slot, language)) {
          if (term.lastTitle === slot || term.lastBody === slot) continue
          term.lastBody = slot
          term.bodies.push(slot)
        }
      }
    },
  }
}

function* write(
  documents: readonly SearchDocument[],
  { terms, words }: TermIndex,
): Generator<void, ArrayBuffer> {
  const capacity = { size: documents.length, terms: terms.size, textUnits: 0, postingUnits: 0 }
  for (const [term, { titles, bodies }] of terms) {
    capacity.textUnits += term.length
    // A bitset begins at an even number.
    capacity.postingUnits += postingUnits(titles.length) + postingUnits(bodies.length) + 2
  }
  const writer = createSegmentWriter(capacity)
  for (const [slot, document] of documents.entries()) {
    setColumns(writer.columns, slot, document)
    writer.ids.set(parseId(document.id), 4 * slot)
    yield
  }
  const sorted = Array.from(terms, ([text, slots]) => ({ text, hash: hashOf(text), slots }))
  sorted.sort((a, b) => a.hash - b.hash || (a.text < b.text ? -1 : 1))
  for (const { text, hash, slots } of sorted) {
    writer.addTerm({ hash, text, titles: slots.titles, bodies: slots.bodies })
    yield
  }
  const counts: [string, number][] = []
  for (const [word, { listings }] of words) if (isVocabularyWord(word)) counts.push([word, listings])
  return yield* writer.finish(counts)
}

// ── Columns ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const maxUint32 = 0xffff_ffff
const noEndMinute = 1_440

/** Returns a price in cents, within what a column can hold. */
const centsOf = (price: number): number => Math.min(Math.max(Math.round(price * 100), 0), maxUint32)

/** Writes the columns of a document at a slot. */
function setColumns(columns: Columns, slot: number, document: SearchDocument): void {
  columns.flags[slot] =
    (document.kind === 'event' ? columnFlags.event : 0) |
    (document.price === 0 ? columnFlags.free : 0) |
    (document.pictures ? columnFlags.pictures : 0) |
    (document.stale ? columnFlags.stale : 0) |
    (document.dates?.series ? columnFlags.series : 0)
  columns.topic[slot] = document.topic
  columns.place[slot] = document.place
  columns.posted[slot] = secondOf(document.posted)
  columns.price[slot] = centsOf(document.price)
  setDates(columns, slot, document.dates)
}

function setDates(columns: Columns, slot: number, dates: DocumentDates | null) {
  columns.startDay[slot] = dates ? storedDay(dates.firstDay) : noDay
  columns.endDay[slot] = dates ? storedDay(dates.lastDay) : noDay
  const startMinute = dates?.startMinute ?? null
  columns.startMinute[slot] = startMinute === null ? 0 : startMinute + 1
  columns.endMinute[slot] = dates?.endMinute ?? noEndMinute
  columns.endsAt[slot] = dates?.endsAt ? secondOf(dates.endsAt) : 0
}
