/** `corkboard import`: what it adds, what it rejects, and that it can be repeated and interrupted. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createUser } from '../../test/support/data/accounts.ts'
import { connectTo, createDatabase, createTestApp, registerCleanup } from '../../test/support/site/app.ts'
import { startCommand } from '../../test/support/site/command.ts'
import { readConfig } from '../server/config/environment.ts'
import { createCatalog } from '../server/modules/catalog/service.ts'
import { importListings } from '../server/modules/listings/import/import-listings.ts'
import { shippedFields } from '../shared/listing-fields/shipped.ts'
import { dryImportCommand, importCommand, lenientImportCommand } from './import.ts'

const { address } = await createDatabase()
const database = connectTo(address)
registerCleanup(() => database.close())
// The site is online all the time.
const site = await createTestApp(database)

const folder = await mkdtemp(join(tmpdir(), 'corkboard-import-'))
registerCleanup(() => rm(folder, { recursive: true, force: true }))

const service = (n: number, overrides: object = {}) => ({
  id: n,
  kind: 'service',
  title: `Zither lessons ${n}`,
  description: 'Patient lessons at your home, for people of any age.',
  category: 'Pet Services',
  subcategory: 'Dog Walking',
  price: 35.5,
  price_unit: 'hour',
  country: 'United States',
  state: 'Texas',
  city: 'Austin',
  posted: '2026-10-01T09:30:00+02:00',
  author: { email: `Teacher${n % 3}@example.org`, name: 'Ann', phone: '555-0100' },
  ...overrides,
})
const event = (n: number, overrides: object = {}) => ({
  ...service(n),
  kind: 'event',
  title: `Zither concert ${n}`,
  price_unit: null,
  startDate: '2026-12-01',
  endDate: '2026-12-02',
  ...overrides,
})

const commands = {
  '': importCommand,
  '--skip-bad-lines': lenientImportCommand,
  '--dry-run': dryImportCommand,
}

/** Writes a file with these objects or texts as lines, and returns its name. */
async function writeLines(lines: (object | string)[]): Promise<string> {
  const file = join(folder, 'ads.jsonl')
  await writeFile(
    file,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return file
}

/** Runs the command in this process. */
async function runOn(file: string, option: keyof typeof commands = '') {
  let problem = ''
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    problem += text
    return true
  })
  try {
    const output = await commands[option].run(database, file, readConfig({ NODE_ENV: 'test' }))
    return { code: process.exitCode ?? 0, output, problem }
  } catch (error) {
    return { code: 1, output: '', problem: String(error) }
  } finally {
    process.exitCode = 0
    write.mockRestore()
  }
}

const runImport = async (lines: (object | string)[], option?: keyof typeof commands) =>
  runOn(await writeLines(lines), option)

const totalOf = async (kind: string, text: string) =>
  (await site.get<{ total: number }>(`/${kind}sbyfilter?searchtext=${encodeURIComponent(text)}`)).body.total

async function countListings(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from listing`.execute(
    database.kysely,
  )
  return rows[0]?.count ?? 0
}

test('imports ads that lists and searches of the running site show at once, and nothing twice', async () => {
  const { accountId } = await createUser(database, { email: 'teacher1@example.org' })
  await sql`delete from profile where account_id = ${accountId}`.execute(database.kysely)
  expect(await totalOf('service', 'zither')).toBe(0)
  const lines = [
    ...Array.from({ length: 30 }, (_, n) => service(n)),
    event(100, { fields: { wheelchair: true, years: 5 } }),
    '',
    { ...service(0), id: undefined },
  ]
  const dry = await runImport(lines, '--dry-run')
  expect([dry.code, dry.output]).toEqual([0, '32 ads would be added.'])
  expect(await countListings()).toBe(0)

  const first = await runImport(lines)
  expect(first.problem).toContain('32 ads imported')
  expect([first.code, first.output]).toEqual([0, expect.stringMatching(/^Added 32 ads and 3 authors in /)])
  expect([await totalOf('service', 'zither'), await totalOf('event', 'zither')]).toEqual([31, 1])
  const { body } = await site.get<{ services: { _id: string }[] }>(
    '/servicesbyfilter?searchtext=zither+lessons+7',
  )
  const found = await site.get(`/service/${body.services[0]?._id}`)
  expect(found.body).toMatchObject({
    title: 'Zither lessons 7',
    price: 35.5,
    price_unit: 'hour',
    city: 'Austin',
    subcategory: 'Dog Walking',
    posted: '2026-10-01T07:30:00.000Z',
    images: [],
  })
  const { body: concerts } = await site.get<{ events: object[] }>('/events')
  expect(concerts.events).toMatchObject([{ fields: { wheelchair: true } }])
  const { rows } = await sql<{ ads: number }>`
    select count(*)::int as ads from listing join profile on profile.id = author_id
    where account_id = ${accountId} and listing.phone = '555-0100'`.execute(database.kysely)
  expect(rows[0]?.ads, 'the author with an account').toBe(11)

  const second = await runImport(lines)
  expect(second.problem).toBe('0 ads imported, 32 existed already\n')
  expect(second.output).toMatch(/^Added 0 ads and 0 authors in .* 32 ads exist already\.$/)
  expect(await countListings()).toBe(32)
})

test('finds what it has added again after a field was retired', async () => {
  const line = { ...service(200), id: undefined, fields: { years: 5, travel: ['home'] } }
  expect((await runImport([line])).output).toMatch(/^Added 1 ad /)
  const retired = { ...shippedFields.find(({ key }) => key === 'years'), retired: true }
  await sql`insert into listing_field values ('years', ${JSON.stringify(retired)}::jsonb)`.execute(
    database.kysely,
  )
  const { travel, years } = line.fields
  expect((await runImport([{ ...line, fields: { travel, years } }])).output).toMatch(/^Added 0 ads /)
  await sql`delete from listing_field`.execute(database.kysely)
})

const badLines: [string | object, string][] = [
  ['{"kind": "service"', 'This is not a JSON object.'],
  ['[]', 'This is not a JSON object.'],
  [{ ...service(1), kind: 'job' }, 'kind must be "service" or "event".'],
  [{ ...service(1), title: ' ' }, 'Please enter a title.'],
  [{ ...service(1), price: '35' }, 'Please enter the price as a number, such as 35 or 12.50.'],
  ['{"kind": "service"},', 'Remove the comma at the end of the line.'],
  [{ ...service(1), city: 'Austen' }, 'The city "Austen" does not exist in "Texas". Did you mean "Austin"?'],
  [
    { ...service(1), state: 'Texsa' },
    'The state "Texsa" does not exist in "United States". Did you mean "Texas"?',
  ],
  [
    { ...service(1), country: 'United State' },
    'The country "United State" does not exist. Did you mean "United States"?',
  ],
  [
    { ...service(1), category: 'Pet Servces' },
    'The category "Pet Servces" does not exist. Did you mean "Pet Services"?',
  ],
  [
    { ...service(1), category: 'Tutoring', city: 'Qqqqqqqq' },
    'The category "Tutoring" does not exist. Did you mean "Educational & Tutoring Services"? The city "Qqqqqqqq" does not exist in "Texas". Use a name of the site’s catalog.',
  ],
  [
    { ...service(1), subcategory: 'Dog Walkers' },
    'The subcategory "Dog Walkers" does not exist in "Pet Services". Did you mean "Dog Walking"?',
  ],
  [{ ...service(1), titel: 'Zither' }, 'There is no field named titel. Did you mean title?'],
  [
    { ...service(1), author: { email: 'ann@example.org', phon: '555-0100' } },
    'There is no field named author.phon. Did you mean author.phone?',
  ],
  [{ ...service(1), fields: { year: 5 } }, 'There is no field named fields.year. Did you mean fields.years?'],
  [{ ...service(1), fields: { years: 'five' } }, 'Please enter a number for Experience, such as 5.'],
  [{ ...service(1), fields: { travel: ['moon'] } }, 'Please choose Where it happens from the list.'],
  [{ ...service(1), fields: 'years' }, 'fields must be an object, such as { "years": 5 }.'],
  [{ ...service(1), subcategory: null }, 'Please choose a subcategory.'],
  [{ ...service(1), author: { email: 'nobody' } }, 'Invalid email address'],
  [{ ...service(1), author: undefined }, 'author must be an object with an email'],
  [
    { ...service(1), posted: '2999-01-01T00:00:00Z' },
    'posted must be a time since 2000 and not in the future',
  ],
  [{ ...service(1), posted: 'yesterday' }, 'posted must be a time since 2000'],
  [{ ...service(1), id: '' }, 'id must be a number or a text of 1 to 200 characters.'],
  [{ ...service(1), images: ['https://example.org/1.jpg'] }, 'There is no field named images.'],
  [{ ...event(1), endDate: '2026-11-30' }, 'The event cannot end before it starts.'],
  [{ ...event(1), startDate: '2026-02-30' }, 'This date does not exist.'],
  [
    { ...event(1), startDate: '2026-02-30', endDate: '2026-02-30' },
    'startDate, endDate: This date does not exist.',
  ],
  [{ ...service(1), description: 'x'.repeat(200_000) }, 'The line is longer than 100,000 characters.'],
  [{ ...service(1), title: 'A\u0000B and more' }, 'The title contains a character that we cannot read.'],
]

test('names each bad line and its reason; stops there, or leaves it out', async () => {
  const before = await countListings()
  const lines = [service(201), ...badLines.map(([line]) => line), service(202)]
  const dry = await runImport(lines, '--dry-run')
  expect([dry.code, dry.output]).toEqual([
    1,
    `2 ads would be added. ${badLines.length} bad lines would be left out.`,
  ])
  for (const [index, [, reason]] of badLines.entries())
    expect(dry.problem).toContain(`Line ${index + 2}: ${reason}`)

  const stopped = await runImport(lines)
  expect([stopped.code, stopped.output]).toEqual([
    1,
    expect.stringMatching(
      /^Added 1 ad and 0 authors .* stopped at a bad line\. Correct it and run the command again/,
    ),
  ])
  expect(stopped.problem).toContain('Line 2: This is not a JSON object.')
  expect(stopped.problem).not.toContain('Line 3:')
  expect(await countListings()).toBe(before + 1)

  const lenient = await runImport(lines, '--skip-bad-lines')
  expect([lenient.code, lenient.output]).toEqual([
    1,
    expect.stringMatching(/^Added 1 ad .* 1 ad exists already\. 30 bad lines were left out\.$/),
  ])
  expect(await countListings()).toBe(before + 2)

  const missing = await runOn('/nowhere.jsonl')
  expect([missing.code, missing.problem]).toEqual([1, 'Error: The file /nowhere.jsonl cannot be read.'])
})

test('counts one ad, one author, and one bad line in the singular', async () => {
  const { problem, output } = await runImport(
    [service(401, { author: { email: 'single@example.org' } }), 'no ad'],
    '--skip-bad-lines',
  )
  expect(problem).toContain('1 ad imported, 0 existed already\n')
  expect(output).toMatch(/^Added 1 ad and 1 author in [\d.]+ seconds\. 1 bad line was left out\.$/)
})

describe('files of other programs', () => {
  const fixture = (name: string) => fileURLToPath(new URL(`../../test/import/${name}`, import.meta.url))

  test('a byte order mark and Windows line ends are no obstacle', async () => {
    const { code, output } = await runOn(fixture('import-bom-crlf.jsonl'))
    expect([code, output]).toEqual([0, expect.stringMatching(/^Added 2 ads /)])
    expect(await totalOf('service', 'Imported piano lessons')).toBeGreaterThan(0)
  })

  test('a line in another encoding is named, not stored in pieces', async () => {
    const { code, problem, output } = await runOn(fixture('import-latin1.jsonl'))
    expect([code, problem]).toEqual([
      1,
      expect.stringMatching(/^Line 1 is not UTF-8\. Save the file as UTF-8\.\n/),
    ])
    expect(output).toMatch(/^Added 0 ads .* stopped at a bad line/)
  })

  test('a JSON array is one problem, not one of each line', async () => {
    for (const option of ['', '--skip-bad-lines', '--dry-run'] as const) {
      const { code, output, problem } = await runOn(fixture('import-array.json'), option)
      expect([code, output]).toEqual([1, ''])
      expect(problem).toBe(
        "Error: The file is a JSON array. Put one JSON object on each line. This converts it: jq -c '.[]'",
      )
    }
  })
})

test('leaves out the ads of suspended people', async () => {
  const { accountId } = await createUser(database, { email: 'suspended@example.org' })
  const of = (n: number) => service(n, { title: `Theremin ${n}`, author: { email: 'suspended@example.org' } })
  await runImport([of(301)])
  await sql`update account set suspended_at = now(), suspension_reason = 'Spam' where id = ${accountId}`.execute(
    database.kysely,
  )
  const { output } = await runImport([of(301), of(302)])
  expect(output).toMatch(/^Added 0 ads .* 1 ad exists already\. 1 ad of suspended people left out\.$/)
})

test('what was stored before an interruption stays, and the next run adds the rest', async () => {
  const before = await countListings()
  const lines = Array.from({ length: 250 }, (_, n) =>
    JSON.stringify(service(1000 + n, { title: `Harmonium ${n}` })),
  )
  const options = { dryRun: false, batchSize: 100, onBadLine: () => false }
  const broken = new Error('The power failed.')
  function* untilPowerFails() {
    yield* lines.slice(0, 230)
    throw broken
  }
  const importing = importListings(database, await createCatalog(database), untilPowerFails(), {
    languages: ['en'],
    ...options,
    onProgress: () => {},
  })
  await expect(importing).rejects.toBe(broken)
  await vi.waitFor(async () => expect(await countListings()).toBe(before + 200))
  expect(await totalOf('service', 'harmonium')).toBe(200)

  const steps: number[] = []
  const rest = await importListings(database, await createCatalog(database), lines, {
    languages: ['en'],
    ...options,
    onProgress: ({ added, existing }) => steps.push(added + existing),
  })
  expect(rest).toMatchObject({ added: 50, existing: 200, badLines: 0 })
  expect(steps).toEqual([100, 200, 250])
  expect(await totalOf('service', 'harmonium')).toBe(250)
})

test('an import that is killed within a batch leaves nothing of it, and lets no other one begin before', async () => {
  const before = await countListings()
  const lines = Array.from({ length: 50 }, (_, n) =>
    service(2000 + n, { author: { email: `new${n}@example.org` } }),
  )
  const file = await writeLines(lines)
  const client = await database.pool.connect()
  await client.query('begin; lock table profile in share mode')
  const { child, result } = startCommand(['import', file], { DATABASE_URL: address })
  try {
    await vi.waitFor(async () => expect(await isImportWaiting()).toBe(true), waiting)
    const other = await runOn(file)
    expect([other.code, other.problem]).toEqual([
      1,
      'Error: Another import is running. Wait until it has ended.',
    ])
  } finally {
    child.kill('SIGKILL')
    await client.query('commit')
    client.release()
    const { code, problem } = await result
    expect([code, problem], 'killed').toEqual([null, ''])
  }
  expect(await countListings()).toBe(before)
  // PostgreSQL notices the end of the first one only now, when its statement ends.
  await vi.waitFor(
    async () => expect((await runOn(file)).output).toMatch(/^Added 50 ads and 50 authors /),
    waiting,
  )
  expect(await countListings()).toBe(before + 50)
})

const waiting = { timeout: 60_000, interval: 100 }

async function isImportWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and query like '%into profile%' and pid <> pg_backend_pid()`.execute(
    database.kysely,
  )
  return rows.length > 0
}
