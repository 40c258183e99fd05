/**
 * npm run bench:compare -- --with ../other: measures the same classes of requests on another checkout and on this one, in turns,
 * while others post, edit, and delete. docs/performance.md describes the options.
 */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measure } from './load-test.ts'
import { printMemory } from './memory.ts'
import { type Compared, printComparison, type Turn } from './report-comparison.ts'
import { comparedClasses, requestClasses } from './requests/classes.ts'
import { createDraw, distinctPaths, type NextPath } from './requests/draw.ts'
import { descendantsOf } from './server-process.ts'
import { openSite, type Site } from './site-of-checkout.ts'

const requestSeed = 23
const warmUpSeconds = 1
const log = (text: string) => process.stdout.write(`${text}\n`)

const { values } = parseArgs({
  options: {
    /** The folder of the other checkout, with its packages installed. */
    with: { type: 'string' },
    listings: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '10' },
    turns: { type: 'string', default: '2' },
    connections: { type: 'string', default: '16' },
    /** Measures only the classes whose name contains this. */
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
})
const [listings, seconds, turns, connections] = [
  values.listings,
  values.seconds,
  values.turns,
  values.connections,
].map(Number) as [number, number, number, number]

const names = comparedClasses.filter((name) => name.includes(values.only))

/** Returns a sentence about what is wrong with the options; null for nothing. */
function problemOf(): string | null {
  if (!values.with) return 'Name the folder of another checkout: --with ../other.'
  if (!existsSync(join(values.with, 'bench/server-process.ts'))) return `${values.with} is no checkout.`
  if (![listings, seconds, turns, connections].every((option) => option > 0))
    return '--listings, --seconds, --turns, and --connections must be positive numbers.'
  if (names.length > 0) return null
  return `--only ${values.only} matches no class. Choose a part of one of these names: ${comparedClasses.join('; ')}.`
}

async function main(other: string) {
  const here = fileURLToPath(new URL('../', import.meta.url))
  const sites: Site[] = []
  try {
    for (const root of [resolve(other), here]) sites.push(await openSite(root, listings, log))
    log(
      `\n${listings.toLocaleString('en-US')} listings; ${connections} connections; turns of ${seconds} seconds on ${sites.map(({ commit }) => commit).join(' and ')}`,
    )
    for (const site of sites) await warmUp(site)
    const classes: Compared[] = names.map((name) => ({ name, turns: [[], []] }))
    const paths = sites.map(() => names.map(() => new Set<string>()))
    for (let turn = 0; turn < turns; turn++) {
      for (const [at, { name, turns: measured }] of classes.entries()) {
        // The first of two has the machine as others left it, so they take turns at that, too.
        for (const which of turn % 2 === 0 ? [0, 1] : [1, 0]) {
          const site = sites[which]
          const seen = paths[which]?.[at]
          if (site && seen) measured[which]?.push(await measureTurn(site, name, turn, seen))
        }
        log(`  ${name}: ${measured.map((list) => list.at(-1)?.rate).join(' and ')} requests/s`)
      }
    }
    log('')
    printComparison(classes, log)
    for (const { commit, pid } of sites)
      await printMemory(`of ${commit}`, await descendantsOf(String(pid)), log)
    if (values.json) await writeFile(values.json, `${JSON.stringify({ listings, classes }, null, 2)}\n`)
  } finally {
    for (const site of sites) await site.stop()
  }
}

const requestsOf = ({ generator }: Site, name: string, turn: number): NextPath =>
  requestClasses(createDraw(generator, requestSeed + turn), listings)[name] ?? (() => '/')

/** A site that has just started compiles its code during the first requests of each class. */
async function warmUp(site: Site): Promise<void> {
  for (const name of names)
    await measure(name, site.origin, requestsOf(site, name, -1), warmUpSeconds, { connections })
}

/** Measures a class while others write. Each turn sends requests that the site has not received before. */
async function measureTurn(site: Site, name: string, turn: number, seen: Set<string>): Promise<Turn> {
  const next = distinctPaths(requestsOf(site, name, turn), seen)
  const stopWriting = site.write()
  try {
    await measure(name, site.origin, next, warmUpSeconds, { connections })
    return await measure(name, site.origin, next, seconds, { connections })
  } finally {
    await stopWriting()
  }
}

const problem = problemOf()
if (problem) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else await main(values.with ?? '')
