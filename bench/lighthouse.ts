/**
 * npm run lighthouse: what Lighthouse says of the home page, a list, the page of a listing and a guide, on a phone: its
 * mobile preset, the production build with the demo listings, a headless Chromium. RUNS changes how often each is
 * measured. Fails when a score is below its bar.
 */
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { ensureBrowser } from '../scripts/browser.mjs'
import { loadDemo } from '../src/server/modules/demo/load-demo.ts'
import type { Database } from '../src/server/platform/database/database.ts'
import { createProcessLog } from '../src/server/platform/process-log.ts'
import { publicPaths } from '../src/shared/paths.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const runs = Number(process.env.RUNS ?? 3)
/** Of a hundred. */
const bars = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof bars
const categories = Object.keys(bars) as Category[]
const tell = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  const bench = await openBenchDatabase(createProcessLog('error'), 'bench-demo')
  try {
    await loadDemo(bench.database)
    const server = await startServer(bench.connectionString)
    try {
      // As the server names itself where no PUBLIC_URL is given.
      const origin = server.origin.replace('127.0.0.1', 'localhost')
      const reached: boolean[] = []
      for (const path of await pathsOf(bench.database)) reached.push(await measurePage(origin + path))
      if (reached.includes(false)) process.exitCode = 1
    } finally {
      await server.stop()
    }
  } finally {
    await bench.stop()
  }
}

async function pathsOf({ kysely }: Database): Promise<string[]> {
  const { id } = await kysely
    .selectFrom('listing')
    .select('id')
    .where('kind', '=', 'service')
    .orderBy('posted', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return [
    publicPaths.home(),
    publicPaths.allServices(),
    publicPaths.listing('service', id),
    publicPaths.customerGuide(),
  ]
}

/** Tells the median of each score, and what was found. Answers whether all bars are reached. */
async function measurePage(url: string): Promise<boolean> {
  const results: Result[] = []
  for (let run = 0; run < runs; run += 1) results.push(await look(url))
  const scores = categories.map((name) => median(results.map((result) => scoreOf(result, name))))
  const figure = (audit: string) => median(results.map(({ audits }) => audits[audit]?.numericValue ?? 0))
  tell(`\n${new URL(url).pathname}`)
  tell(`  ${categories.map((name, index) => `${name} ${scores[index]}`).join(', ')}`)
  tell(
    `  first paint ${seconds(figure('first-contentful-paint'))}, largest ${seconds(figure('largest-contentful-paint'))}, blocked ${figure('total-blocking-time').toFixed(0)} ms, shift ${figure('cumulative-layout-shift').toFixed(3)}`,
  )
  for (const line of new Set(results.flatMap(failures))) tell(`  ${line}`)
  return categories.every((name, index) => (scores[index] ?? 0) >= bars[name])
}

/** Now and then a browser loses the record of what it did: then Lighthouse asks to be run again. */
async function look(url: string): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const result = await lookOnce(url)
    if (!result.runtimeError) return result
    if (tries === 3) throw new Error(result.runtimeError.message)
  }
}

/** A browser of its own each time: nothing is kept from the look before. */
async function lookOnce(url: string): Promise<Result> {
  const browser = await launch({
    chromePath: ensureBrowser(),
    chromeFlags: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  })
  try {
    const answer = await lighthouse(url, {
      port: browser.port,
      onlyCategories: categories,
      logLevel: 'error',
    })
    if (!answer) throw new Error(`Lighthouse answered nothing about ${url}.`)
    return answer.lhr
  } finally {
    browser.kill()
  }
}

const scoreOf = ({ categories }: Result, name: Category) => Math.round((categories[name]?.score ?? 0) * 100)

/** What lowers a score that must be whole. */
function failures({ categories, audits }: Result): string[] {
  const refs = (['accessibility', 'best-practices', 'seo'] as const).flatMap(
    (name) => categories[name]?.auditRefs ?? [],
  )
  return refs.flatMap(({ id, weight }) => {
    const audit = audits[id]
    return audit && weight > 0 && audit.score !== null && audit.score < 1 ? [`${id}: ${audit.title}`] : []
  })
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

await main()
