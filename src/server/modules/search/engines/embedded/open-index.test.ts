import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contentOf } from '../../../../../../test/support/search/index-content.ts'
import {
  createDocuments,
  createRandom,
  hasTerm,
  idOf,
  boardTerms as terms,
} from '../../../../../../test/support/search/random-board.ts'
import type { DocumentChange, SearchDocument } from '../../engine.ts'
import { chooseGroup } from './combine-segments.ts'
import { countTerms, wordsOf } from './engine.ts'
import { type OpenIndex, openIndex } from './open-index.ts'
import { secondOf } from './query/segment-sets.ts'
import { createEmbeddedIndex, termsOfFields } from './segment.ts'
import { segmentFormat } from './segment-buffer.ts'

let folder = ''
let warnings: string[] = []
const log = { warn: (_: object, message: string) => void warnings.push(message) }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corkboard-index-'))
  warnings = []
})
afterEach(() => rm(folder, { recursive: true }))

/** Never writes a checkpoint by itself. */
const open = () => openIndex({ folder, log, checkpointMs: 1_000_000_000 })

type Documents = Map<string, SearchDocument>

function expectContent(index: OpenIndex, documents: Documents) {
  const current = index.current()
  if (!current) throw new Error('There is no index.')
  const fieldTerms = new Map(
    [...documents.values()].map((document) => [document.id, termsOfFields(document)]),
  )
  const indexedTerms = [...new Set([...terms, ...[...fieldTerms.values()].flat()])]
  const expected = new Map(
    [...documents.values()].map((document) => {
      const ofFields = fieldTerms.get(document.id) ?? []
      const having = indexedTerms.filter((term) => ofFields.includes(term) || hasTerm(document, term))
      return [document.id, { posted: secondOf(document.posted), terms: having }]
    }),
  )
  const found = [...contentOf(current, indexedTerms)].map(([id, { columns, titles, bodies }]) => {
    const indexed = indexedTerms.filter((term) => [...titles, ...bodies].includes(term))
    return [id, { posted: columns.posted, terms: indexed }] as const
  })
  expect(new Map(found)).toEqual(expected)
  expect(current.listings).toBe(documents.size)
  const counts = countTerms(current, terms)
  for (const [at, term] of terms.entries()) {
    const count = [...documents.values()].filter((document) => hasTerm(document, term)).length
    if (count <= 20) expect(counts[at], term).toBe(count)
    else expect(counts[at], term).toBeGreaterThan(20)
  }
}

/** Returns changes of some documents, which are applied to `documents`. */
function change(random: () => number, documents: Documents, count: number): DocumentChange[] {
  return Array.from({ length: count }, () => {
    const number = Math.floor(random() * 300)
    const [document] = random() < 0.7 ? createDocuments(random() * 2 ** 32, 1, number) : []
    if (document) documents.set(document.id, document)
    else documents.delete(idOf(number))
    return { id: idOf(number), document: document ?? null }
  })
}

async function rebuild({ writer }: OpenIndex, documents: Documents, position: string, batch = 40) {
  const building = await writer.rebuild()
  const all = [...documents.values()]
  for (let at = 0; at < all.length; at += batch) await building.add(all.slice(at, at + batch), String(at))
  await building.finish(position)
}

const words = async (index: OpenIndex) => wordsOf(index.current() ?? createEmbeddedIndex([]))

describe('the index', () => {
  test('has what was applied, also while segments are combined and the index is rebuilt', async () => {
    const random = createRandom(8)
    const documents: Documents = new Map()
    const index = await openIndex({ folder: null, log })
    expect(index.current()).toBeNull()
    expect(await index.writer.position()).toBeNull()
    await rebuild(index, documents, 'start')
    expectContent(index, documents)
    for (let round = 0; round < 40; round++) {
      await index.writer.apply(change(random, documents, 1 + Math.floor(random() * 30)), `round ${round}`)
      if (round % 5 === 0) expectContent(index, documents)
      if (round % 20 !== 19) continue
      const begun = new Map(documents)
      const rebuilding = rebuild(index, begun, `rebuild ${round}`)
      const changes = change(random, documents, 20)
      await index.writer.apply(changes, 'meanwhile')
      await rebuilding
      await index.writer.apply(changes, `after ${round}`)
      expectContent(index, documents)
    }
    expect(await index.writer.position()).toBe('after 39')
    await index.close()
    expectContent(index, documents)
    const segments = index.current()?.segments ?? []
    expect(segments.length, 'few segments').toBeLessThan(15)
    expect(warnings).toEqual([])
  })

  test('a view that a query holds does not change', async () => {
    const random = createRandom(9)
    const documents: Documents = new Map()
    const index = await openIndex({ folder: null, log })
    await rebuild(index, new Map(createDocuments(9, 100).map((one) => [one.id, one])), 'start')
    const view = index.current()
    if (!view) throw new Error('There is no index.')
    const before = contentOf(view, ['clean', 'rare'])
    await index.writer.apply(change(random, documents, 100), 'next')
    await index.close()
    expect(contentOf(view, ['clean', 'rare'])).toEqual(before)
  })

  test('counts words without those of deleted listings, and on a larger site without those of one listing', async () => {
    const [first, ...others] = createDocuments(10, 1200)
    if (!first) throw new Error('There is no document.')
    const index = await openIndex({ folder: null, log })
    const small = new Map([[first.id, { ...first, title: 'Tuba Tuba', text: 'tuba' }]])
    await rebuild(index, small, 'small')
    expect(await words(index)).toEqual([['tuba', 1]])
    const large = new Map(others.map((one, at) => [one.id, { ...one, title: `Word${at % 500}x`, text: '' }]))
    await rebuild(index, new Map([...small, ...large]), 'large')
    const counts = new Map(await words(index))
    expect(counts.has('tuba')).toBe(false)
    expect(counts.get('word7x')).toBe(3)
    await index.close()
  })
})

describe('the files of the index', () => {
  test('have what was applied before the last checkpoint', async () => {
    const random = createRandom(11)
    const documents: Documents = new Map()
    let index = await open()
    await rebuild(index, documents, 'start')
    for (let round = 0; round < 15; round++) {
      await index.writer.apply(change(random, documents, 10), `round ${round}`)
      if (round % 3 < 2) continue
      await index.close()
      index = await open()
      expect(await index.writer.position()).toBe(`round ${round}`)
      expectContent(index, documents)
    }
    await index.close()
    const files = (await readdir(folder)).filter((name) => name.startsWith('segment-'))
    expect(files.length, 'no unused files').toBe(index.current()?.segments.length)
    expect(warnings).toEqual([])
  })

  test('lose nothing that a position claims, whatever is applied after a checkpoint', async () => {
    const random = createRandom(12)
    const documents: Documents = new Map()
    const index = await open()
    await rebuild(index, documents, 'start')
    await index.writer.apply(change(random, documents, 60), 'first')
    await index.close()
    const kept = new Map(documents)

    const crashing = await open()
    await crashing.writer.apply(change(random, documents, 60), 'second')
    expect(await crashing.writer.position(), 'as far as it would survive').toBe('first')
    const reopened = await open()
    expect(await reopened.writer.position()).toBe('first')
    expectContent(reopened, kept)
  })

  test('are not used if anything in them is damaged or missing', async () => {
    const random = createRandom(13)
    const documents: Documents = new Map()
    const index = await open()
    await rebuild(index, documents, 'start')
    await index.writer.apply(change(random, documents, 60), 'first')
    await index.close()
    const names = (await readdir(folder)).filter((name) => name !== 'lock')
    const intact = new Map(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
    )
    const restore = async () => {
      for (const [name, bytes] of intact) await writeFile(join(folder, name), bytes)
    }
    for (const [name, bytes] of intact) {
      for (const damage of [
        () => rm(join(folder, name)),
        () => truncate(join(folder, name), bytes.length - 1),
        () => truncate(join(folder, name), 0),
        () =>
          writeFile(
            join(folder, name),
            bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 8 : byte)),
          ),
      ]) {
        await damage()
        const damaged = await open()
        expect(damaged.current(), name).toBeNull()
        expect(await damaged.writer.position()).toBeNull()
        await damaged.close()
        await restore()
      }
    }
    const repaired = await open()
    expectContent(repaired, documents)
    await rm(join(folder, 'manifest.json'))
    const rebuilt = await open()
    await rebuild(rebuilt, documents, 'again')
    await rebuilt.close()
    expectContent(await open(), documents)
  })

  test('of an earlier format are not used, and are replaced by the next rebuild', async () => {
    const documents: Documents = new Map()
    const random = createRandom(14)
    const index = await open()
    await rebuild(index, documents, 'start')
    await index.writer.apply(change(random, documents, 60), 'first')
    await index.close()
    const manifest = join(folder, 'manifest.json')
    const [, text = ''] = (await readFile(manifest, 'utf8')).split('\n')
    const earlier = JSON.stringify({ ...JSON.parse(text), format: segmentFormat - 1 })
    await writeFile(manifest, `${crc32(earlier)}\n${earlier}`)
    const opened = await open()
    expect(opened.current()).toBeNull()
    expect(warnings).toHaveLength(1)
    await rebuild(opened, documents, 'again')
    await opened.close()
    expectContent(await open(), documents)
    expect(warnings).toHaveLength(1)
  })

  test('have one writer, and pass to the process that replaces it', async () => {
    const random = createRandom(15)
    const documents: Documents = new Map()
    const old = await open()
    await rebuild(old, documents, 'start')
    await old.writer.apply(change(random, documents, 60), 'first')
    await old.close()
    const running = await open()
    await rebuild(running, documents, 'rebuilt')

    const successor = await open()
    // Deletes the files that the successor has read.
    await rebuild(running, documents, 'rebuilt again')
    const changes = change(random, documents, 60)
    for (const index of [running, successor]) await index.writer.apply(changes, 'second')
    await rebuild(successor, documents, 'rebuilt by the successor')
    expect(warnings).toEqual(['The search index could not be stored.'])
    expect(await (await open()).writer.position()).toBe('rebuilt again')

    running.release()
    await successor.writer.apply(change(random, documents, 60), 'third')
    await running.close()
    await successor.close()
    const reopened = await open()
    expect(await reopened.writer.position()).toBe('third')
    expectContent(reopened, documents)
    expect(warnings).toHaveLength(1)
  })

  test('stay as they were if a checkpoint fails', async () => {
    const random = createRandom(14)
    const documents: Documents = new Map()
    const index = await open()
    await rebuild(index, documents, 'start')
    const blocked = join(folder, 'manifest.json.new')
    await mkdir(blocked)
    await index.writer.apply(change(random, documents, 5), 'lost')
    await index.close()
    expect(warnings).toEqual(['The search index could not be stored.'])
    const reopened = await open()
    expect(await reopened.writer.position()).toBe('start')
  })
})

test('groups of segments keep their number small', () => {
  let segments: { size: number; listings: number }[] = []
  let rewritten = 0
  for (let added = 0; added < 20_000; added += 10) {
    segments.push({ size: 10, listings: 10 })
    for (;;) {
      const group = chooseGroup(segments)
      if (!group) break
      const listings = group.reduce((sum, one) => sum + one.listings, 0)
      rewritten += listings
      segments = [...segments.filter((one) => !group.includes(one)), { size: listings, listings }]
    }
  }
  expect(segments.length).toBeLessThan(15)
  expect(rewritten).toBeLessThan(20_000 * 12)
  expect(chooseGroup([{ size: 100, listings: 60 }])).toHaveLength(1)
  expect(
    chooseGroup([
      { size: 65_536, listings: 65_536 },
      { size: 65_536, listings: 65_000 },
    ]),
  ).toBeNull()
})
