import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export const tags = [
  { name: 'slow', description: '`npm test` leaves these tests out; `npm run test:slow` runs them.' },
  {
    name: 'timed',
    description:
      'What they measure can be spoiled by other programs. One that is too slow fails every attempt.',
    retry: 3,
  },
]

/**
 * Runs files that start servers first: they take the longest, and while they wait, the browser tests that run at the same time
 * use the processors.
 */
class ServersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const { true: first = [], false: others = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      String(/\bstart\w*(Site|Postgres)\b|supervisor|runCommand/.test(readFileSync(moduleId, 'utf8'))),
    )
    return [...first, ...others]
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    // Of the fault tests, only the short ones run here; `npm run test:faults` runs all (test/faults/README.md).
    exclude: [
      'test/e2e/**',
      'test/browsers/**',
      'test/cluster/**',
      'test/docs/sandbox.test.ts',
      'test/faults/!(kills|frozen-database).test.ts',
    ],
    globalSetup: 'test/support/site/database-server.ts',
    // Also loads what writes sentences: `shared` alone does not know how they are compiled.
    setupFiles: 'test/support/site/start-of-file.ts',
    tags,
    expect: { poll: { timeout: 30_000 } },
    // The files of a worker share its modules, which would otherwise be loaded again for each: loading the server takes a
    // second of processor time. Each file has its own database and apps.
    isolate: false,
    unstubGlobals: true,
    // A worker waits half of the time, for PostgreSQL and for what tests start, so three keep two processors busy.
    maxWorkers: 3,
    sequence: { sequencer: ServersFirst },
    // A test that hangs still ends; on a busy machine, pictures and sites that start take many times their usual time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
