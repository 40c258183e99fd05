import { defineConfig } from 'vitest/config'
import { tags } from '../../vitest.config.ts'

/** `npm run test:faults`. `npm test` runs only a few of these tests, with fewer repetitions. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts'],
    // One site at a time: the tests measure how soon it recovers.
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    tags,
    expect: { poll: { timeout: 30_000 } },
    env: { FAULTS: 'all' },
  },
})
