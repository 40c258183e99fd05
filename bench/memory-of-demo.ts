/**
 * npm run bench:memory: the memory of a site with demo listings and two workers in production, PostgreSQL included, after its start
 * and after it has been used. Linux only.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { loadDemo } from '../src/server/modules/demo/load-demo.ts'
import { createLogger } from '../src/server/platform/log.ts'
import { printMemory } from './memory.ts'
import { createRequestMix } from './request-mix.ts'
import { descendantsOf, openBenchDatabase, startServer } from './server-process.ts'

/** Distinct pages and calls, of which visitors of two connections to each worker want the next one. */
const requests = 4_000
const connections = 4
/** V8 collects garbage of a start and of a load only later, if at all. */
const restMs = 25_000
const log = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  const bench = await openBenchDatabase(createLogger('error'), 'bench-demo')
  try {
    await loadDemo(bench.database)
    const server = await startServer(bench.connectionString, { DATA_DIR: bench.siteFolder, WORKERS: '2' })
    // The script that starts the site is no part of it.
    const print = async (title: string) =>
      printMemory(title, [...(await postgresOf()), ...(await descendantsOf(String(server.pid)))], log)
    const postgresOf = async () => {
      const site = new Set([String(server.pid), ...(await descendantsOf(String(server.pid)))])
      return (await descendantsOf(String(process.pid))).filter((id) => !site.has(id))
    }
    try {
      await delay(restMs)
      await print('after the start')
      const { calls, pages } = await createRequestMix(bench.database)
      await visit(server.origin, [...Object.values(calls), ...Object.values(pages)])
      await delay(restMs)
      await print(`after ${requests} requests`)
    } finally {
      await server.stop()
    }
  } finally {
    await bench.stop()
  }
}

/** Requests paths of all kinds in turns. */
async function visit(origin: string, kinds: string[][]) {
  let count = 0
  const visitor = async () => {
    while (count < requests) {
      const paths = kinds[count % kinds.length] ?? []
      const path = paths[Math.floor(count / kinds.length) % paths.length]
      count += 1
      await (await fetch(`${origin}${path}`)).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: connections }, visitor))
}

await main()
