/**
 * npm run lighthouse: measures the home page, a list, an ad, an event, a guide, and the form of a new ad with Lighthouse's mobile preset,
 * the production build, the demo listings, and headless Chromium. RUNS changes the number of runs per page. Fails if a score
 * is below its minimum.
 */
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { ensureBrowser } from '../scripts/browser.mjs'
import { loadDemo } from '../src/server/modules/demo/load-demo.ts'
import type { Database } from '../src/server/platform/database/database.ts'
import { createLogger } from '../src/server/platform/log.ts'
import type { Kind } from '../src/shared/listing.ts'
import { privatePaths, publicPaths } from '../src/shared/paths.ts'
import { createAccount, deleteAccounts, signIn } from './accounts.ts'
import { openBenchDatabase, startServer } from './server-process.ts'

const runs = Number(process.env.RUNS ?? 3)
/** Out of 100. */
const minScores = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof minScores
const categories = Object.keys(minScores) as Category[]
const log = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  const bench = await openBenchDatabase(createLogger('error'), 'bench-demo')
  try {
    await loadDemo(bench.database)
    const server = await startServer(bench.connectionString, { DATA_DIR: bench.siteFolder })
    try {
      // The server's default PUBLIC_URL.
      const origin = server.origin.replace('127.0.0.1', 'localhost')
      const passed: boolean[] = []
      for (const path of await pathsOf(bench.database)) passed.push(await measurePage(origin + path))
      const cookie = await signIn(server.origin, await createAccount(bench.database))
      passed.push(await measurePage(origin + privatePaths.postService, cookie))
      if (passed.includes(false)) process.exitCode = 1
    } finally {
      await server.stop()
      await deleteAccounts(bench.database)
    }
  } finally {
    await bench.stop()
  }
}

async function pathsOf({ kysely }: Database): Promise<string[]> {
  const newestOf = async (kind: Kind) => {
    const { id } = await kysely
      .selectFrom('listing')
      .select('id')
      .where('kind', '=', kind)
      .orderBy('posted', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return publicPaths.listing(kind, id)
  }
  return [
    publicPaths.home(),
    publicPaths.allServices(),
    await newestOf('service'),
    await newestOf('event'),
    publicPaths.customerGuide(),
  ]
}

/**
 * Prints the median scores and the failed audits. Returns whether all scores reach their minimum. With a cookie, the page is a private one,
 * which search engines may not list.
 */
async function measurePage(url: string, cookie?: string): Promise<boolean> {
  const results: Result[] = []
  for (let run = 0; run < runs; run += 1) results.push(await runWithRetries(url, cookie))
  const measured = categoriesOf(cookie)
  const scores = measured.map((name) => median(results.map((result) => scoreOf(result, name))))
  const figure = (audit: string) => median(results.map(({ audits }) => audits[audit]?.numericValue ?? 0))
  log(`\n${new URL(url).pathname}`)
  log(`  ${measured.map((name, index) => `${name} ${scores[index]}`).join(', ')}`)
  log(
    `  FCP ${seconds(figure('first-contentful-paint'))}, LCP ${seconds(figure('largest-contentful-paint'))}, TBT ${figure('total-blocking-time').toFixed(0)} ms, CLS ${figure('cumulative-layout-shift').toFixed(3)}`,
  )
  for (const line of new Set(results.flatMap(failures))) log(`  ${line}`)
  return measured.every((name, index) => (scores[index] ?? 0) >= minScores[name])
}

/** Retries when the browser loses its trace, which Lighthouse reports as a runtime error. */
async function runWithRetries(url: string, cookie?: string): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await runOnce(url, cookie)
    if (!result.runtimeError) return result
    if (attempt === 3) throw new Error(result.runtimeError.message)
  }
}

/** Runs Lighthouse in a new browser, so that nothing is cached. */
async function runOnce(url: string, cookie?: string): Promise<Result> {
  const browser = await launch({
    chromePath: ensureBrowser(),
    chromeFlags: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  })
  try {
    const outcome = await lighthouse(url, {
      port: browser.port,
      onlyCategories: categoriesOf(cookie),
      logLevel: 'error',
      ...(cookie && { extraHeaders: { Cookie: cookie } }),
    })
    if (!outcome) throw new Error(`Lighthouse returned no result for ${url}.`)
    return outcome.lhr
  } finally {
    browser.kill()
  }
}

const categoriesOf = (cookie?: string) => categories.filter((name) => !(cookie && name === 'seo'))

const scoreOf = ({ categories }: Result, name: Category) => Math.round((categories[name]?.score ?? 0) * 100)

/** Returns the audits that lower a score that must be 100. */
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
