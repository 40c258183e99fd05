/** What remains of the files of the index when its process is killed at any time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../../../../../test/support/site/silent-log.ts'
import { openIndex } from './open-index.ts'

const root = fileURLToPath(new URL('../../../../../../', import.meta.url))

/** Adds the documents of tests one after the other, each with its number as the position, and writes checkpoints all the time. */
const program = `
  import { createDocuments } from './test/support/search/random-board.ts'
  import { openIndex } from './src/server/modules/search/engines/embedded/open-index.ts'
  const log = { warn: (details, message) => { throw new Error(message, { cause: details.err }) } }
  const index = await openIndex({ folder: process.argv[1], log, checkpointMs: 1 })
  if (!index.current()) await (await index.writer.rebuild()).finish('0')
  for (let number = Number(await index.writer.position()); ; number++) {
    const [document] = createDocuments(number, 1, number)
    // Every third one removes the listing before, too.
    const removed = number % 3 === 2 ? createDocuments(number, 1, number - 1) : []
    await index.writer.apply([...removed.map(({ id }) => ({ id, document: null })), { id: document.id, document }], String(number + 1))
    console.log(number)
    await new Promise(setImmediate)
  }`

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corkboard-index-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs the program until it has added `count` documents, and kills it. */
async function killAfter(count: number) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let added = 0
  for await (const _ of createInterface(child.stdout)) if (++added === count) break
  child.kill('SIGKILL')
  if (child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
}

test('a killed process leaves exactly what the position of its files says', {
  timeout: 120_000,
}, async () => {
  let previous = 0
  for (const count of [5, 300, 533, 900]) {
    await killAfter(count)
    const index = await openIndex({ folder, log: silentLog })
    const position = Number(await index.writer.position())
    expect(position).toBeGreaterThanOrEqual(previous)
    previous = position
    const removed = Math.floor(position / 3)
    expect(index.current()?.listings).toBe(position - removed)
  }
  expect(previous).toBeGreaterThan(20)
  const index = await openIndex({ folder, log: silentLog })
  await index.close()
  const files = (await readdir(folder)).filter((name) => name.startsWith('segment-'))
  expect(files).toHaveLength(index.current()?.segments.length ?? 0)
})

/** Builds an index and writes it to the folder. Prints why that failed. */
const checkpoint = `
  import { createDocuments } from './test/support/search/random-board.ts'
  import { openIndex } from './src/server/modules/search/engines/embedded/open-index.ts'
  const log = { warn: ({ err }, message) => console.log(message, err.code) }
  const index = await openIndex({ folder: process.argv[1], log })
  const rebuild = await index.writer.rebuild()
  await rebuild.add(createDocuments(1, 500), 'after 500')
  await rebuild.finish('1')`

test('a file that does not fit on the disk is removed', async () => {
  // Files may have 8 kB, as if that were left.
  const limited = `trap '' XFSZ; ulimit -f 8; exec "$@"`
  const args = ['-c', limited, 'bash', process.execPath, '--input-type=module', '--eval', checkpoint, folder]
  const child = spawn('bash', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) lines.push(line)
  expect(lines).toEqual(['The search index could not be stored. EFBIG'])
  expect((await readdir(folder)).filter((name) => name.startsWith('segment-'))).toEqual([])
})
